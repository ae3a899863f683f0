import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, requiredText } from './fields.ts'
import { pageOf, pageQuery } from './lists.ts'
import { TripDate } from './trip-date.ts'

export const ReviewStatus = z.enum(['NEW', 'PUBLISHED', 'HIDDEN'], 'The status must be NEW, PUBLISHED or HIDDEN.')
export type ReviewStatus = z.infer<typeof ReviewStatus>

const reviewFields = {
  id: Id,
  stars: z.int(),
  text: z.string(),
  firstName: z.string(),
  tripDate: TripDate,
  createdAt: Instant,
}

/** A review as the public sees it. */
export const Review = z.object(reviewFields)
export type Review = z.infer<typeof Review>

/** A review as its author and the owner see it. */
export const OwnReview = z.object({ ...reviewFields, bookingId: Id, status: ReviewStatus })
export type OwnReview = z.infer<typeof OwnReview>

export const NewReview = z.strictObject({
  bookingId: Id,
  stars: z
    .int('Please choose 1 to 5 stars')
    .check(z.gte(1, 'Please choose 1 to 5 stars'), z.lte(5, 'Please choose 1 to 5 stars')),
  text: requiredText('Review', 4000),
})
export type NewReview = z.infer<typeof NewReview>

export const errors = {
  'review-not-found': { status: 404, message: 'We could not find that review.' },
  'trip-not-completed': { status: 409, message: "You can review a trip once it's over." },
} as const

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/reviews',
  access: 'public',
  summary: 'The published reviews, newest first.',
  query: z.object(pageQuery),
  response: pageOf(Review),
  errors: ['too-many-requests'],
})

export const listMyReviews = endpoint({
  method: 'GET',
  path: '/api/reviews/user',
  access: 'customer',
  summary: "The caller's own reviews.",
  response: z.array(OwnReview),
})

export const saveReview = endpoint({
  method: 'POST',
  path: '/api/reviews',
  access: 'customer',
  summary:
    "Reviews one of the caller's own COMPLETED trips; a second review replaces the first and needs the owner's OK again.",
  body: NewReview,
  response: OwnReview,
  status: 201,
  errors: ['booking-not-found', 'trip-not-completed'],
})

export const listAdminReviews = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  access: 'office',
  summary: 'All reviews, newest first.',
  failed: 'Failed to load reviews',
  query: z.object({ ...pageQuery, status: z.optional(ReviewStatus) }),
  response: pageOf(OwnReview),
})

export const setReviewStatus = endpoint({
  method: 'PUT',
  path: '/api/admin/reviews/:id/status',
  access: 'office',
  summary: 'Publishes or hides a review.',
  failed: 'Failed to update review status',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ status: ReviewStatus }),
  response: OwnReview,
  errors: ['review-not-found'],
})
