import * as z from 'zod/mini'
import type { Booking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, LinkToken } from './fields.ts'
import { pageOf, pageQuery } from './lists.ts'
import { PictureId, SentPicture } from './pictures.ts'
import { textOrBlank } from './text-fields.ts'
import { TripDate } from './trip-date.ts'
import { tookPlace } from './trip-over.ts'

export const ReviewStatus = z.enum(['NEW', 'PUBLISHED', 'HIDDEN'], 'The status must be NEW, PUBLISHED or HIDDEN.')
export type ReviewStatus = z.infer<typeof ReviewStatus>

const reviewFields = {
  id: Id,
  stars: z.int(),
  text: z.string(),
  firstName: z.string(),
  tripDate: TripDate,
  createdAt: Instant,
  pictures: z.array(PictureId),
}

/** A review as the public sees it. */
export const Review = z.object(reviewFields)
export type Review = z.infer<typeof Review>

/** A review as its author and the owner see it. */
export const OwnReview = z.object({ ...reviewFields, bookingId: Id, status: ReviewStatus })
export type OwnReview = z.infer<typeof OwnReview>

export const ALL_STARS = [1, 2, 3, 4, 5] as const

/** `4 stars` */
export const formatStars = (count: number) => `${count} ${count === 1 ? 'star' : 'stars'}`

/** What somebody says about a trip: stars, and words if they like. */
export const Said = z.strictObject({
  stars: z
    .int('Please choose 1 to 5 stars')
    .check(z.gte(1, 'Please choose 1 to 5 stars'), z.lte(5, 'Please choose 1 to 5 stars')),
  text: textOrBlank('Review', 4000),
})
export type Said = z.infer<typeof Said>

export const MOST_PICTURES = 3
/** The box that goes with pictures. */
export const ALL_AGREED = 'Everyone in it said yes'

const pictureFields = {
  /** They take the place of those sent before, which stay if this is left out. */
  pictures: z.optional(z.array(SentPicture).check(z.maxLength(MOST_PICTURES, `At most ${MOST_PICTURES} photos`))),
  everyoneAgreed: z.optional(z.boolean()),
}

/** Why pictures can't be sent: nobody said that everyone in them agrees. */
export const refusePictures = ({ pictures, everyoneAgreed }: { pictures?: unknown[]; everyoneAgreed?: boolean }) =>
  pictures?.length && !everyoneAgreed
    ? { path: 'everyoneAgreed', message: 'Please ask everyone in your photos first, and check the box.' }
    : undefined

export const NewReview = z.extend(Said, { ...pictureFields, bookingId: Id })
export type NewReview = z.infer<typeof NewReview>

/** A review by the link of its booking's emails, without signing in (docs/rules.md §11.13). */
export const LinkedReview = z.extend(Said, { ...pictureFields, token: LinkToken })
export type LinkedReview = z.infer<typeof LinkedReview>

/** Whether a guest is asked how it was: the trip took place, and not all of what was paid went back. */
export const isWorthAsking = (
  booking: Parameters<typeof tookPlace>[0] & Pick<Booking, 'paidAmount' | 'refundedAmount' | 'canceledAmount'>,
  hours: Parameters<typeof tookPlace>[1],
  now: number,
): boolean =>
  tookPlace(booking, hours, now) &&
  (booking.paidAmount > booking.refundedAmount || booking.refundedAmount + booking.canceledAmount === 0)

export const errors = {
  'review-not-found': { status: 404, message: "We couldn't find that review." },
  'trip-not-completed': { status: 409, message: "You can review a trip once it's over." },
} as const

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/reviews',
  access: 'public',
  summary:
    'The published reviews, most helpful first: with words and pictures, then with words, then with pictures; newest first of each.',
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
    "Reviews one of the caller's own trips, once it took place; a second review replaces the first and needs the owner's OK again.",
  takesPictures: MOST_PICTURES,
  body: NewReview,
  response: OwnReview,
  status: 201,
  errors: ['booking-not-found', 'trip-not-completed'],
})

// The token goes in the body because URLs are logged.

export const openReview = endpoint({
  method: 'POST',
  path: '/api/reviews/open',
  access: 'public',
  summary: "The trip that a booking's own link asks about, and what was said of it so far.",
  failed: 'Failed to load the trip',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({
    tripDate: TripDate,
    said: z.nullable(z.extend(z.pick(OwnReview, { stars: true, text: true, status: true }), { pictures: z.int() })),
  }),
  errors: ['trip-link-invalid', 'trip-not-completed', 'too-many-requests'],
})

export const sendReview = endpoint({
  method: 'POST',
  path: '/api/reviews/send',
  access: 'public',
  summary:
    "Reviews a trip by its booking's own link; a second review replaces the first and needs the owner's OK again.",
  failed: 'Failed to send your review',
  takesPictures: MOST_PICTURES,
  body: LinkedReview,
  response: OwnReview,
  status: 201,
  errors: ['trip-link-invalid', 'trip-not-completed', 'too-many-requests'],
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
