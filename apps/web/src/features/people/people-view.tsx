import { Position } from '@arcadia/contract/accounts'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import {
  forgetPerson,
  type InvitedPerson,
  invitePerson,
  listPeople,
  MOST_REFUND_CENTS,
  type Person,
  POSITIONS,
  sendInvitationAgain,
  setPosition,
  setRefundLimit,
  withdrawInvitation,
} from '@arcadia/contract/admin/people'
import { centsToDecimal, formatCents } from '@arcadia/contract/money'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinkToCopy } from '../../ui/copy-button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { AmountField, SelectField, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'

/** Who works here, and who is invited: the owner's list of them. */
export function PeopleView() {
  const [invited, setInvited] = useState<InvitedPerson>()
  return (
    <>
      <Loaded query={useQuery(queryOf(listPeople, {}))} height="h-60">
        {({ people, refundLimit }) => (
          <div className="grid max-w-[72rem] grid-cols-1 items-start gap-4 min-[900.02px]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
            <PeopleList people={people} onInvited={setInvited} />
            <div className="grid content-start gap-4">
              <InviteForm onInvited={setInvited} />
              <RefundLimitForm key={refundLimit} refundLimit={refundLimit} />
            </div>
          </div>
        )}
      </Loaded>
      {invited && <InvitationDialog person={invited} onClose={() => setInvited(undefined)} />}
    </>
  )
}

/** The link of an invitation, while it can be seen, and whether an email brings it too. */
function InvitationDialog({ person, onClose }: { person: InvitedPerson; onClose: () => void }) {
  const { email, link, isEmailed, invitedUntil } = person
  return (
    <Dialog title="Invitation" width={30} onClose={onClose} closesOutside={false}>
      <DialogBody className="grid content-start gap-4">
        <p className="wrap-anywhere">
          {isEmailed ? (
            <>
              We're emailing <b>{email}</b> a link. You can also send this one yourself.
            </>
          ) : (
            <>
              No email goes out, because there is no mail server yet. Send <b>{email}</b> this link yourself.
            </>
          )}
        </p>
        <LinkToCopy link={link} label="Copy the invitation link" />
        <p className="small text-ink-2">
          Whoever has it can accept, once{invitedUntil && `, until ${formatShortDate(venueDate(invitedUntil))}`}. It's
          shown only now: make a new one if you lose it.
        </p>
      </DialogBody>
      <DialogFoot isStacked>
        <Button variant="cta" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type Asking = { person: Person; about: 'remove' | 'forget' | Position }

interface PeopleListProps {
  people: readonly Person[]
  onInvited: (person: InvitedPerson) => void
}

function PeopleList({ people, onInvited }: PeopleListProps) {
  const { user } = useAdminAuth()
  const [asking, setAsking] = useState<Asking>()
  const change = useMutation({
    mutationFn: async ({ run }: { run: () => Promise<unknown>; done?: string }) => run(),
    onSuccess: (_, { done: words }) => words && toast(words),
  })
  const done = () => setAsking(undefined)

  function confirm({ person, about }: Asking) {
    const params = { id: person.id }
    const name = nameOf(person)
    if (about === 'forget')
      change.mutate({ run: () => call(forgetPerson, { params }), done: `What named ${name} was deleted.` })
    else if (about !== 'remove')
      change.mutate({
        run: () => call(setPosition, { params, body: { position: about } }),
        done: `${name}: ${POSITIONS[about].name}.`,
      })
    else if (person.invitedUntil)
      change.mutate({ run: () => call(withdrawInvitation, { params }), done: 'Invitation withdrawn.' })
    else
      change.mutate({
        run: () => call(setUserStatus, { params, query: { isActive: false } }),
        done: `${name} was removed.`,
      })
    done()
  }

  return (
    <Box title="People who work here">
      <FailedBanner of={change} className="mb-4" />
      <ul className="border-line border-t">
        {people.map((person) => (
          <li
            key={person.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0 last:pb-0"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="font-[640] wrap-anywhere">
                {nameOf(person)}
                {person.id === user?.id && ' (you)'}
              </p>
              {nameOf(person) !== person.email && <p className="text-ink-2 text-ui wrap-anywhere">{person.email}</p>}
              <p className="small muted">{stateOf(person)}</p>
            </div>
            <PersonControls
              person={person}
              isSelf={person.id === user?.id}
              isBusy={change.isPending}
              onAsk={(about) => setAsking({ person, about })}
              onLetBackIn={() =>
                change.mutate({
                  run: () => call(setUserStatus, { params: { id: person.id }, query: { isActive: true } }),
                  done: `${nameOf(person)} is back.`,
                })
              }
              onNewLink={() =>
                change.mutate({
                  run: async () => onInvited(await call(sendInvitationAgain, { params: { id: person.id } })),
                })
              }
            />
          </li>
        ))}
      </ul>
      {asking && <AskDialog {...asking} onConfirm={() => confirm(asking)} onClose={done} />}
    </Box>
  )
}

interface PersonControlsProps {
  person: Person
  isSelf: boolean
  isBusy: boolean
  onAsk: (about: Asking['about']) => void
  onLetBackIn: () => void
  onNewLink: () => void
}

function PersonControls({ person, isSelf, isBusy, onAsk, onLetBackIn, onNewLink }: PersonControlsProps) {
  const { position, isActive, invitedUntil } = person
  const name = nameOf(person)
  if (isSelf) return <p className="text-ui">{POSITIONS[position].name}</p>
  if (!isActive)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" disabled={isBusy} aria-label={`Let back in ${name}`} onClick={onLetBackIn}>
          Let back in
        </Button>
        <Button size="sm" disabled={isBusy} aria-label={`Delete the data of ${name}`} onClick={() => onAsk('forget')}>
          Delete data
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        className="input w-auto"
        aria-label={`Role of ${name}`}
        value={position}
        disabled={isBusy}
        onChange={({ target }) => onAsk(target.value as Position)}
      >
        <PositionOptions />
      </select>
      {invitedUntil && (
        <Button size="sm" disabled={isBusy} aria-label={`Make a new link for ${name}`} onClick={onNewLink}>
          Make a new link
        </Button>
      )}
      <Button
        size="sm"
        disabled={isBusy}
        aria-label={invitedUntil ? `Withdraw the invitation to ${name}` : `Remove ${name}`}
        onClick={() => onAsk('remove')}
      >
        {invitedUntil ? 'Withdraw' : 'Remove'}
      </Button>
    </div>
  )
}

const PositionOptions = () =>
  Position.options.map((position) => (
    <option key={position} value={position}>
      {POSITIONS[position].name}
    </option>
  ))

function AskDialog({ person, about, onConfirm, onClose }: Asking & { onConfirm: () => void; onClose: () => void }) {
  const name = nameOf(person)
  if (about === 'forget')
    return (
      <ConfirmDialog
        title="Delete data"
        confirmLabel={`Delete the data of ${name}`}
        isDanger
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>
          Name, username, and email of <b>{name}</b> are deleted for good. What they did stays in the records, as that
          of a former member of the staff. You can't let them back in after that.
        </p>
      </ConfirmDialog>
    )
  if (about !== 'remove')
    return (
      <ConfirmDialog
        title="Change the role"
        confirmLabel={`Make ${name} ${about === 'OFFICE' ? 'office' : about === 'OWNER' ? 'an owner' : 'a guide'}`}
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>
          <b>{POSITIONS[about].name}</b>: {POSITIONS[about].may}
        </p>
        {!person.invitedUntil && <p className="muted">{name} is signed out everywhere, and signs in again.</p>}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={person.invitedUntil ? 'Withdraw the invitation' : 'Remove from the portal'}
      confirmLabel={person.invitedUntil ? 'Withdraw the invitation' : `Remove ${name}`}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {person.invitedUntil ? (
        <p>
          The link that was sent to <b className="wrap-anywhere">{person.email}</b> stops working.
        </p>
      ) : (
        <p>
          <b>{name}</b> is signed out everywhere at once and can't sign in again. What {name} did stays in the records,
          and you can let them back in anytime.
        </p>
      )}
    </ConfirmDialog>
  )
}

function InviteForm({ onInvited }: Pick<PeopleListProps, 'onInvited'>) {
  const form = useContractForm(invitePerson.body, { email: '', position: 'GUIDE' })
  const submit = form.submit(
    (body) => call(invitePerson, { body }),
    (person) => {
      onInvited(person)
      form.empty()
    },
  )
  const position = z.safeParse(Position, form.watch('position')).data ?? 'GUIDE'
  return (
    <Box title="Invite somebody">
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="off" required />
        <SelectField {...form.field('position')} label="Role" help={POSITIONS[position].may}>
          <PositionOptions />
        </SelectField>
        <FormError>{form.error}</FormError>
        <Button type="submit" variant="cta" className="justify-self-end" busy={form.isBusy} busyLabel="Inviting...">
          Invite
        </Button>
      </form>
    </Box>
  )
}

function RefundLimitForm({ refundLimit }: { refundLimit: number }) {
  const tooMuch = `The limit is at most ${formatCents(MOST_REFUND_CENTS)}.`
  const amount = typedAmount(MOST_REFUND_CENTS, { tooMuch })
  const form = useContractForm(z.object({ amount }), { amount: refundLimit > 0 ? centsToDecimal(refundLimit) : '' })
  const submit = form.submit(
    ({ amount: cents = 0 }) => call(setRefundLimit, { body: { refundLimit: cents } }),
    () => toast('Limit saved.'),
  )
  return (
    <Box title="Refunds by the office">
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <AmountField
          {...form.field('amount')}
          label="Most the office can refund on one booking, in dollars"
          help="Everything already refunded on that booking counts. Leave it empty, and only owners can refund."
        />
        <FormError>{form.error}</FormError>
        <Button type="submit" className="justify-self-end" busy={form.isBusy} busyLabel="Saving...">
          Save the limit
        </Button>
      </form>
    </Box>
  )
}

/** The name, or the address where none is known yet. */
const nameOf = ({ firstName, lastName, username, invitedUntil, email }: Person) =>
  [firstName, lastName].filter(Boolean).join(' ') || (invitedUntil ? email : username)

function stateOf({ isActive, invitedUntil, hasTwoStepSignIn }: Person): string {
  if (!isActive) return 'Removed'
  if (invitedUntil)
    return invitedUntil > new Date()
      ? `Invited. The link works until ${formatShortDate(venueDate(invitedUntil))}.`
      : 'Invited. The link is too old: make a new one.'
  return hasTwoStepSignIn ? 'Two-step sign-in is on' : 'Two-step sign-in is off'
}
