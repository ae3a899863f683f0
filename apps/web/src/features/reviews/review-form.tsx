import type { Booking } from '@arcadia/contract/bookings'
import { NewReview, saveReview } from '@arcadia/contract/reviews'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { type ComponentProps, useId } from 'react'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextArea } from '../../ui/field.tsx'
import { ALL_STARS, formatStars, StarMark } from './stars.tsx'

/** Stars and a few words about a past trip. */
export function ReviewForm({ trip, onSent }: { trip: Booking; onSent: () => void }) {
  // Zero means no stars yet; the schema refuses it.
  const form = useDraftForm(`review.${trip.id}`, NewReview, { bookingId: trip.id, stars: 0, text: '' }, [
    'stars',
    'text',
  ])
  const submit = form.submit(
    (review) => call(saveReview, { body: review }),
    () => {
      form.forget()
      onSent()
    },
  )
  return (
    <form
      className="grid max-w-[44rem] justify-items-start gap-5 rounded-1 bg-card p-[clamp(1.5rem,3vw,2.5rem)] shadow-1 [&_.callout]:w-full [&_.field]:w-full"
      noValidate
      onSubmit={submit}
    >
      <h3 className="display h3">How was {formatFullDate(trip.selectedDate)}?</h3>
      <StarField {...form.field('stars')} value={Number(form.watch('stars'))} />
      <TextArea
        {...form.field('text')}
        label="Your review"
        help="We show it with your first name and the month of your trip."
        maxLength={4000}
      />
      <FormError>{form.error}</FormError>
      <Button type="submit" variant="ink" busy={form.isBusy} busyLabel="Sending...">
        Send review
      </Button>
    </form>
  )
}

interface StarFieldProps extends ComponentProps<'input'> {
  /** Zero until one is chosen. */
  value: number
  error: string | undefined
}

/** Five radio buttons styled as stars; the number also shows as text. */
function StarField({ value, error, ...input }: StarFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="font-[600] text-ui/[1.35]">Your rating</legend>
      <div className="-ml-2 flex items-center">
        {ALL_STARS.map((stars) => (
          <label
            key={stars}
            className="group relative grid size-11 cursor-pointer place-items-center rounded-2 has-focus-visible:shadow-(--focus-ring)"
          >
            <input
              {...input}
              type="radio"
              className="absolute inset-0 cursor-[inherit] opacity-0"
              value={stars}
              aria-invalid={error ? true : undefined}
            />
            <span className="sr">{formatStars(stars)}</span>
            <StarMark isFull={stars <= value} className="size-7 group-hover:text-(color:--amber-700)" />
          </label>
        ))}
        <span className="ml-3 text-ink-2" aria-hidden>
          {value > 0 && `${formatStars(value)} of 5`}
        </span>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
