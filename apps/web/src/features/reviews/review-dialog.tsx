import type { Booking } from '@arcadia/contract/bookings'
import { saveReview } from '@arcadia/contract/reviews'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { ReviewFields } from './review-fields.tsx'
import { useReviewForm } from './use-review-form.ts'

/** Asks a signed-in guest about the trip of a booking. */
export function ReviewDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { id, selectedDate } = booking
  const form = useReviewForm({
    trip: id,
    send: (said) => call(saveReview, { body: { ...said, bookingId: id } }),
    onSent: () => {
      toast("Thank you. Your review will show up once we've read it.")
      onClose()
    },
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
      <p className="text-ui text-ink-2">Your trip on {formatFullDate(selectedDate)}.</p>
      <ReviewFields form={form} />
    </FormDialog>
  )
}
