import type { Review } from '@arcadia/contract/reviews'
import { formatMonth } from '@arcadia/contract/trip-date'
import { Stars } from './stars.tsx'

export function ReviewCard({ review: { stars, text, firstName, tripDate } }: { review: Review }) {
  return (
    <article className="grid h-full grid-rows-[auto_1fr_auto] gap-[0.9rem] rounded-1 bg-card px-[1.625rem] pt-6 pb-[1.4rem] shadow-1">
      <Stars count={stars} />
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <p className="text-ink-2 text-ui">
        <b className="text-ink">{firstName || 'An angler'}</b>, {formatMonth(tripDate)}
      </p>
    </article>
  )
}
