import type { Booking } from '@arcadia/contract/bookings'
import { NewReview } from '@arcadia/contract/reviews'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useSaveReview } from './reviews.queries.ts'
import { StarField } from './star-field.tsx'

interface ReviewFormProps {
  trip: Booking
  onSent: () => void
}

/** Stars and a few words about a trip that took place. */
export function ReviewForm({ trip, onSent }: ReviewFormProps) {
  // Nought is what nobody can choose.
  const form = useContractForm(NewReview, { bookingId: trip.id, stars: 0, text: '' })
  const save = useSaveReview(onSent)
  const submit = form.submit(async (review) => {
    await save.mutateAsync(review)
  })
  return (
    <form
      className="grid max-w-[44rem] justify-items-start gap-5 rounded-1 bg-card p-[clamp(1.5rem,3vw,2.5rem)] shadow-1 [&_.banner]:w-full [&_.field]:w-full"
      noValidate
      onSubmit={submit}
    >
      <h3 className="display h3">How was {formatFullDate(trip.selectedDate)}?</h3>
      <StarField {...form.field('stars')} value={Number(form.watch('stars'))} />
      <TextArea
        {...form.field('text')}
        label="Your review"
        help="Your first name and the month of your trip stand beside it."
        maxLength={4000}
      />
      <FormError>{form.error}</FormError>
      <Button type="submit" variant="ink" busy={form.isBusy} busyLabel="Sending...">
        Send review
      </Button>
    </form>
  )
}
