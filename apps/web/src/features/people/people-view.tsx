import type { Position } from '@arcadia/contract/accounts'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import {
  forgetPerson,
  type InvitedPerson,
  listPeople,
  MOST_REFUND_CENTS,
  type Person,
  POSITIONS,
  sendInvitationAgain,
  setPosition,
  setRefundLimit,
  withdrawInvitation,
} from '@arcadia/contract/admin/people'
import { fullName } from '@arcadia/contract/full-name'
import { centsToDecimal, formatCents } from '@arcadia/contract/money'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
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
import { AmountField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { InvitationDialog, InviteForm, PositionOptions } from './invite-form.tsx'

/** Staff and open invitations, for the owner. */
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

function PeopleList({ people, onInvited }: { people: readonly Person[]; onInvited: (person: InvitedPerson) => void }) {
  const { user } = useAdminAuth()
  const [asked, setAsked] = useState<Asked>()
  const change = useMutation({
    mutationFn: async ({ run }: Pick<Asked, 'run'> & { done?: string }) => run(),
    onSuccess: (_, { done }) => done && toast(done),
  })
  const close = () => setAsked(undefined)
  function confirm(step: Asked) {
    change.mutate(step)
    close()
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
              onAsk={(step) => setAsked(askAbout(person, step))}
              onLetBackIn={() =>
                change.mutate({
                  run: () => call(setUserStatus, { params: { id: person.id }, query: { isActive: true } }),
                  done: `${nameOf(person)} is back in.`,
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
      {asked && <ConfirmDialog {...asked} onConfirm={() => confirm(asked)} onClose={close} />}
    </Box>
  )
}

type Step = 'remove' | 'forget' | Position

/** A confirmation: what to ask, what to run, and what to say when done. */
interface Asked extends Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'children' | 'confirmLabel' | 'isDanger'> {
  run: () => Promise<unknown>
  done: string
}

function askAbout(person: Person, step: Step): Asked {
  const params = { id: person.id }
  const name = nameOf(person)
  if (step === 'forget')
    return {
      title: 'Delete data',
      children: (
        <p>
          We'll delete the name, username, and email of <b>{name}</b> for good. Records of what they did stay, under
          "former member of the staff". You can't let them back in after that.
        </p>
      ),
      confirmLabel: `Delete the data of ${name}`,
      isDanger: true,
      run: () => call(forgetPerson, { params }),
      done: `Deleted ${name}'s data.`,
    }
  if (step !== 'remove')
    return {
      title: 'Change the role',
      children: (
        <>
          <p>
            <b>{POSITIONS[step].name}</b>: {POSITIONS[step].may}
          </p>
          {!person.invitedUntil && (
            <p className="muted">{name} will be signed out everywhere and has to sign in again.</p>
          )}
        </>
      ),
      confirmLabel: `Make ${name} ${step === 'OFFICE' ? 'office' : step === 'OWNER' ? 'an owner' : 'a guide'}`,
      run: () => call(setPosition, { params, body: { position: step } }),
      done: `${name}: ${POSITIONS[step].name}.`,
    }
  if (person.invitedUntil)
    return {
      title: 'Withdraw the invitation',
      children: (
        <p>
          The link we sent to <b className="wrap-anywhere">{person.email}</b> will stop working.
        </p>
      ),
      confirmLabel: 'Withdraw the invitation',
      isDanger: true,
      run: () => call(withdrawInvitation, { params }),
      done: 'Invitation withdrawn.',
    }
  return {
    title: 'Remove from the portal',
    children: (
      <p>
        <b>{name}</b> will be signed out everywhere right away and can't sign in again. Records of what they did stay,
        and you can let them back in anytime.
      </p>
    ),
    confirmLabel: `Remove ${name}`,
    isDanger: true,
    run: () => call(setUserStatus, { params, query: { isActive: false } }),
    done: `${name} was removed.`,
  }
}

interface PersonControlsProps {
  person: Person
  isSelf: boolean
  isBusy: boolean
  onAsk: (step: Step) => void
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
        <Button size="sm" busy={isBusy} aria-label={`Let back in ${name}`} onClick={onLetBackIn}>
          Let back in
        </Button>
        <Button size="sm" busy={isBusy} aria-label={`Delete the data of ${name}`} onClick={() => onAsk('forget')}>
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
        <Button size="sm" busy={isBusy} aria-label={`Make a new link for ${name}`} onClick={onNewLink}>
          Make a new link
        </Button>
      )}
      <Button
        size="sm"
        busy={isBusy}
        aria-label={invitedUntil ? `Withdraw the invitation to ${name}` : `Remove ${name}`}
        onClick={() => onAsk('remove')}
      >
        {invitedUntil ? 'Withdraw' : 'Remove'}
      </Button>
    </div>
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
          help="Includes what's already been refunded on that booking. Leave blank to let only owners refund."
        />
        <FormError>{form.error}</FormError>
        <Button type="submit" className="justify-self-end" busy={form.isBusy} busyLabel="Saving...">
          Save the limit
        </Button>
      </form>
    </Box>
  )
}

/** The name, or the address if there is no name yet. */
const nameOf = ({ firstName, lastName, username, invitedUntil, email }: Person) =>
  fullName({ firstName, lastName }) || (invitedUntil ? email : username)

function stateOf({ isActive, invitedUntil, hasTwoStepSignIn }: Person): string {
  if (!isActive) return 'Removed'
  if (invitedUntil)
    return invitedUntil > new Date()
      ? `Invited. The link works until ${formatShortDate(venueDate(invitedUntil))}.`
      : 'Invited. The link expired: make a new one.'
  return hasTwoStepSignIn ? 'Two-step sign-in is on' : 'Two-step sign-in is off'
}
