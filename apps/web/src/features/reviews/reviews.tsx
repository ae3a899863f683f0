import { addressOf } from '@arcadia/contract/addresses'
import { getPicture } from '@arcadia/contract/pictures'
import type { Review } from '@arcadia/contract/reviews'
import { formatMonth } from '@arcadia/contract/trip-date'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { myBookingsQuery } from '../bookings/bookings.queries.ts'
import { ReviewForm } from './review-form.tsx'
import { myReviewsQuery, publishedReviewsQuery, tripsToReview } from './reviews.queries.ts'
import { Stars } from './stars.tsx'

/** Published reviews, and a form for customers who have been on a trip. */
export function Reviews({ waiting }: { waiting: ReactNode }) {
  const { user } = useSession()
  return (
    <>
      <PublishedReviews waiting={waiting} />
      {user && <OwnReview key={user.id} />}
    </>
  )
}

/** Published reviews, most helpful first. */
function PublishedReviews({ waiting }: { waiting: ReactNode }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(publishedReviewsQuery)
  if (!data && error) return <TryAgainBanner className="mt-8" error={error} onRetry={() => refetch()} />
  if (!data) return waiting
  const reviews = data.pages.flatMap(({ content }) => content)
  if (reviews.length === 0) return <p className="lead muted mt-5">No reviews yet. Check back after opening day.</p>
  return (
    <>
      <ul className="reviews__list">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-8" busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => fetchNextPage()}>
          Show more reviews
        </Button>
      )}
    </>
  )
}

function ReviewCard({ review: { stars, text, firstName, tripDate, pictures } }: { review: Review }) {
  return (
    <article className="grid h-full grid-rows-[auto_1fr_auto] gap-[0.9rem] rounded-1 bg-card px-[min(1.625rem,6.7vw)] pt-6 pb-[1.4rem] shadow-1">
      <Stars count={stars} />
      <div>
        {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
        {pictures.length > 0 && (
          <ul className="mt-4 flex flex-wrap gap-2">
            {pictures.map((id, index) => (
              <li key={id}>
                <a href={addressOf(getPicture, { params: { id } })} target="_blank" rel="noreferrer">
                  <img
                    src={addressOf(getPicture, { params: { id } })}
                    alt={`From ${firstName || 'an angler'}, ${index + 1} of ${pictures.length}`}
                    loading="lazy"
                    className="size-28 rounded-1 object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="text-ink-2 text-ui">
        <b className="text-ink">{firstName || 'An angler'}</b>,{' '}
        <span className="whitespace-nowrap">{formatMonth(tripDate)}</span>
      </p>
    </article>
  )
}

/** Asks for a review of a past trip, thanks for it, and says if it still waits for approval. */
function OwnReview() {
  const { data: bookings } = useQuery({ ...myBookingsQuery, refetchInterval: false })
  const { data: reviews } = useQuery(myReviewsQuery)
  const [wasSent, setSent] = useState(false)
  const { business } = useSiteData()
  const now = useMinute()
  if (!bookings || !reviews) return null

  const [trip] = tripsToReview(bookings, reviews, business, now)
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
            Thank you. Your review will show up once we've read it.
          </p>
        ) : (
          waiting && (
            <p className="muted">Your review of {formatMonth(waiting.tripDate)} will show up once we've read it.</p>
          )
        )}
      </div>
      {trip && <ReviewForm key={trip.id} trip={trip} onSent={() => setSent(true)} />}
    </div>
  )
}
