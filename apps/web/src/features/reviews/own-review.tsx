import { formatMonth } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { myBookingsQuery } from '../bookings/bookings.queries.ts'
import { ReviewForm } from './review-form.tsx'
import { myReviewsQuery, tripToReview } from './reviews.queries.ts'

/** Asks about a trip that took place, thanks for what was sent, and says what still waits; otherwise nothing. */
export function OwnReview() {
  const { data: bookings } = useQuery({ ...myBookingsQuery, refetchInterval: false })
  const { data: reviews } = useQuery(myReviewsQuery)
  const [wasSent, setSent] = useState(false)
  if (!bookings || !reviews) return null

  const trip = tripToReview(bookings, reviews)
  const waiting = reviews.find(({ status }) => status === 'NEW')
  return (
    <div className="mt-8">
      <div role="status">
        {wasSent ? (
          // The form that had the focus is gone.
          <p
            ref={(thanks) => thanks?.focus()}
            tabIndex={-1}
            className="mb-5 flex items-center gap-[0.7rem] rounded-2 bg-ok-bg px-5 py-4 font-[600] text-ok"
          >
            <CircleCheck className="icon" aria-hidden />
            Thank you. Your review shows once the guide has read it.
          </p>
        ) : (
          waiting && (
            <p className="muted">Your review of {formatMonth(waiting.tripDate)} shows once the guide has read it.</p>
          )
        )}
      </div>
      {trip && <ReviewForm key={trip.id} trip={trip} onSent={() => setSent(true)} />}
    </div>
  )
}
