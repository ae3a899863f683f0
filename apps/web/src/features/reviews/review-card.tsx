import type { Review } from '@arcadia/contract/reviews'
import { formatMonth } from '@arcadia/contract/trip-date'
import { Stars } from './stars.tsx'

export function ReviewCard({ review: { stars, text, firstName, tripDate } }: { review: Review }) {
  return (
    <article className="review">
      <Stars count={stars} />
      <p className="review__text">{text}</p>
      <p className="review__by">
        <b>{firstName || 'An angler'}</b>, {formatMonth(tripDate)}
      </p>
    </article>
  )
}
