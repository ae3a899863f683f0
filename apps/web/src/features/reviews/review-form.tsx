import type { Booking } from '@arcadia/contract/bookings'
import { NewReview } from '@arcadia/contract/reviews'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useSaveReview } from './reviews.queries.ts'
import { StarField } from './star-field.tsx'

type Problems = Partial<Record<keyof NewReview, string>>

interface ReviewFormProps {
  trip: Booking
  onSent: () => void
}

/** Stars and a few words about a trip that took place. */
export function ReviewForm({ trip, onSent }: ReviewFormProps) {
  const [stars, setStars] = useState<number | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveReview()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text'))
    // Nought is what nobody can choose.
    const { data, error } = z.safeParse(NewReview, { bookingId: trip.id, stars: stars ?? 0, text })
    setProblems(error ? problemsOf(error) : {})
    if (data) return save.mutate(data, { onSuccess: onSent })
    const isFirstWrong = (name: string) => error.issues[0]?.path[0] === name
    const wrong = isFirstWrong('stars') ? '[type=radio]' : 'textarea'
    form.current?.querySelector<HTMLElement>(wrong)?.focus()
  }

  return (
    <form
      ref={form}
      className="grid max-w-[44rem] justify-items-start gap-5 rounded-1 bg-card p-[clamp(1.5rem,3vw,2.5rem)] shadow-1 [&_.banner]:w-full [&_.field]:w-full"
      noValidate
      onSubmit={submit}
    >
      <h3 className="display h3">How was {formatFullDate(trip.selectedDate)}?</h3>
      <StarField
        value={stars}
        onChange={(chosen) => {
          setStars(chosen)
          setProblems(({ stars: _, ...others }) => others)
        }}
        error={problems.stars}
      />
      <TextArea
        name="text"
        label="Your review"
        help="Your first name and the month of your trip stand beside it."
        error={problems.text}
        maxLength={4000}
        onChange={() => setProblems(({ text: _, ...others }) => others)}
      />
      {save.error && <Banner>{save.error.message}</Banner>}
      <Button type="submit" variant="ink" busy={save.isPending} busyLabel="Sending...">
        Send review
      </Button>
    </form>
  )
}

function problemsOf({ issues }: z.core.$ZodError): Problems {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}
