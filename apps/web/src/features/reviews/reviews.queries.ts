import type { Booking } from '@arcadia/contract/bookings'
import { listMyReviews, listReviews, type OwnReview } from '@arcadia/contract/reviews'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'

const PAGE_SIZE = 6

/** The published reviews, newest first, a page at a time. */
export const publishedReviewsQuery = infiniteQueryOptions({
  queryKey: ['reviews'],
  queryFn: ({ pageParam, signal }) => call(listReviews, { query: { page: pageParam, size: PAGE_SIZE } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
})

export const myReviewsQuery = queryOf(listMyReviews, {})

/** The latest completed trip without a review. */
export function tripToReview(bookings: readonly Booking[], reviews: readonly OwnReview[]): Booking | undefined {
  const reviewed = new Set(reviews.map(({ bookingId }) => bookingId))
  return bookings
    .filter(({ id, outcome }) => outcome === 'TOOK_PLACE' && !reviewed.has(id))
    .sort((one, other) => (one.selectedDate < other.selectedDate ? 1 : -1))[0]
}
