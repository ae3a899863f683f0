import { Position } from '@arcadia/contract/accounts'
import { type InvitedPerson, invitePerson, POSITIONS } from '@arcadia/contract/admin/people'
import { texts } from '@arcadia/contract/admin/texts'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { LinkToSend } from '../../ui/link-to-send.tsx'

export function InviteForm({ onInvited }: { onInvited: (person: InvitedPerson) => void }) {
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
    <Box title="Invite someone">
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

export const PositionOptions = () =>
  Position.options.map((position) => (
    <option key={position} value={position}>
      {POSITIONS[position].name}
    </option>
  ))

/** Shows an invitation's link while possible, and says whether an email brings it too. */
export function InvitationDialog({ person, onClose }: { person: InvitedPerson; onClose: () => void }) {
  const { business } = useSiteData()
  const { email, link, isEmailed, invitedUntil } = person
  return (
    <Dialog title="Invitation" width={30} onClose={onClose} closesOutside={false}>
      <DialogEnd way={<Button onClick={onClose}>Done</Button>}>
        <p className="wrap-anywhere">
          {isEmailed ? (
            <>
              We're emailing <b>{email}</b> a link. You can also send this one yourself.
            </>
          ) : (
            <>
              Email isn't set up yet, so send <b>{email}</b> this link yourself.
            </>
          )}
        </p>
        <LinkToSend
          link={link}
          what="invitation link"
          to={{}}
          says={texts.invitation({ from: business, link, until: invitedUntil })}
          variant="cta"
        />
        <p className="small text-ink-2">
          Anyone with the link can accept it once{invitedUntil && `, until ${formatShortDate(venueDate(invitedUntil))}`}
          . It's shown only now. Make a new one if you lose it.
        </p>
      </DialogEnd>
    </Dialog>
  )
}
