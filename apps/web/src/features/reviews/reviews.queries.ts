import type { Booking } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { isWorthAsking, listMyReviews, listReviews, type OwnReview, openReview } from '@arcadia/contract/reviews'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'

const PAGE_SIZE = 6

/** The published reviews, most helpful first, a page at a time. */
export const publishedReviewsQuery = infiniteQueryOptions({
  queryKey: ['reviews'],
  queryFn: ({ pageParam, signal }) => call(listReviews, { query: { page: pageParam, size: PAGE_SIZE } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
})

/** What a booking's own link asks about. Never refetched: its form begins with what was said so far. */
export const linkedReviewQuery = (token: string) => ({
  ...queryOf(openReview, { body: { token } }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const myReviewsQuery = queryOf(listMyReviews, {})

/** The trips that their guest is asked about and has not reviewed, latest first. */
export function tripsToReview<Trip extends Booking>(
  bookings: readonly Trip[],
  reviews: readonly OwnReview[],
  business: Business,
  now: number,
): Trip[] {
  const reviewed = new Set(reviews.map(({ bookingId }) => bookingId))
  return bookings
    .filter((booking) => isWorthAsking(booking, business, now) && !reviewed.has(booking.id))
    .sort((one, other) => (one.selectedDate < other.selectedDate ? 1 : -1))
}
