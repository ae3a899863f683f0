import { correctEmailOfBooking } from '@arcadia/contract/admin-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'

/** Puts right where a booking's emails go; the answer says what became of the account. */
export function CorrectEmailDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { id, firstName, email } = booking
  const form = useContractForm(correctEmailOfBooking.body, { email })
  const submit = form.submit(
    (body) => call(correctEmailOfBooking, { params: { id }, body }),
    (corrected) => {
      toast(OUTCOMES[corrected.account](corrected.email))
      onClose()
    },
  )
  return (
    <FormDialog
      title="Correct email"
      form={form}
      onSubmit={submit}
      submit="Save and send it"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p>
        The confirmation goes to the new address right away. Links in emails to the old one stop working, and nobody
        there is told.
      </p>
      <EmailField {...form.field('email')} label={`${firstName}’s email`} autoComplete="off" />
    </FormDialog>
  )
}

const OUTCOMES = {
  KEPT: (email: string) => `Emails about this booking go to ${email} now.`,
  CORRECTED: (email: string) => `${email} is saved, for the booking and the account.`,
  MOVED: (email: string) => `The booking belongs to the account of ${email} now.`,
}
