import { correctEmailOfBooking } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'

/** Corrects where a booking's emails go; the answer says what happened to the account. */
export function CorrectEmailDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { id, firstName, email } = booking
  const form = useContractForm(correctEmailOfBooking.body, { email: email ?? '' })
  const submit = form.submit(
    (body, shown) => call(correctEmailOfBooking, { params: { id }, body }, { shown }),
    ({ account }, { email: saved }) => {
      toast(OUTCOMES[account](saved))
      onClose()
    },
  )
  return (
    <FormDialog
      title={email === null ? 'Add an email' : 'Correct email'}
      form={form}
      onSubmit={submit}
      submit="Save and send it"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p>
        {email === null
          ? 'The confirmation goes there right away, and so does everything else about this booking from now on.'
          : 'The confirmation goes to the new address right away. Links in emails to the old one stop working. We notify the old address only if it was confirmed. The booking leaves its account unless that address was confirmed before booking; if it moves to another account, what the guest told the guide is deleted.'}
      </p>
      <EmailField {...form.field('email')} label={`${firstName}'s email`} autoComplete="off" />
    </FormDialog>
  )
}

const OUTCOMES = {
  KEPT: (email: string) => `Emails about this booking now go to ${email}.`,
  CORRECTED: (email: string) => `${email} saved on the booking and the account.`,
  MOVED: (email: string) => `The booking now belongs to ${email}'s account.`,
}
