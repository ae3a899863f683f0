import type { Booking } from '@arcadia/contract/bookings'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { ReviewFields } from './review-fields.tsx'
import { useOwnReviewForm } from './use-review-form.ts'

/** Asks a signed-in guest about a past trip, below what others say. */
export function ReviewForm({ trip, onSent }: { trip: Booking; onSent: () => void }) {
  const form = useOwnReviewForm(trip, onSent)
  return (
    <form
      className="grid max-w-[44rem] grid-cols-[minmax(0,1fr)] justify-items-start gap-5 rounded-1 bg-card p-[clamp(min(1.5rem,6vw),3vw,2.5rem)] shadow-1 [&_.callout]:w-full [&_.field]:w-full"
      noValidate
      onSubmit={form.submit}
    >
      <h3 className="display h3">How was {unbroken(formatFullDate(trip.selectedDate))}?</h3>
      <ReviewFields form={form} />
      <FormError>{form.error}</FormError>
      <Button type="submit" variant="ink" busy={form.isBusy} busyLabel="Sending...">
        Send review
      </Button>
    </form>
  )
}
