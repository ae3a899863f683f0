import type { Booking } from '@arcadia/contract/bookings'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { ReviewFields } from './review-fields.tsx'
import { THANKS, useOwnReviewForm } from './use-review-form.ts'

/** Asks a signed-in guest about the trip of a booking. */
export function ReviewDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const form = useOwnReviewForm(booking, () => {
    toast(THANKS)
    onClose()
  })
  return (
    <FormDialog
      title="How was it?"
      width={34}
      form={form}
      onSubmit={form.submit}
      submit="Send review"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <p className="text-ui text-ink-2">Your trip on {formatFullDate(booking.selectedDate)}.</p>
      <ReviewFields form={form} />
    </FormDialog>
  )
}
