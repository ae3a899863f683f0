import * as calls from '@arcadia/contract/reviews'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import type { DayGuides } from '../day-guides/day-guides.service.ts'
import { deletePictures } from '../pictures/pictures.writes.ts'
import { reviewEmails } from './reviews.emails.ts'
import { datesToAsk } from './reviews.rules.ts'
import { createReviews } from './reviews.service.ts'
import {
  ASKED,
  findRating,
  isToBeAsked,
  listPublishedReviews,
  listReviewsOf,
  searchReviews,
  takePictures,
} from './reviews.store.ts'

export function reviewsFeature(
  deps: Parameters<typeof createReviews>[0] & { addressLimits: RateLimits; dayGuides: Pick<DayGuides, 'tipOf'> },
) {
  const { db } = deps
  const reviews = createReviews(deps)
  const limit = (what: string, { ip }: { ip: string }) =>
    deps.addressLimits.spend({ key: `${what}:${networkOf(ip)}`, atMost: 60, windowMs: MINUTE_MS })
  return {
    name: 'reviews',
    api: {
      rating: () => findRating(db),
      listOf: (userId: number) => listReviewsOf(db, userId),
      findAsked: reviews.findAsked,
    },
    endpoints: [
      serve(calls.listReviews, async ({ query, request }) => {
        await limit('reviews', request)
        return listPublishedReviews(db, query)
      }),
      serve(calls.listMyReviews, ({ user }) => listReviewsOf(db, user.id)),
      serve(calls.saveReview, ({ user, body }) => reviews.save(user, body)),
      serve(calls.openReview, async ({ body, request }) => {
        await limit('linked-reviews', request)
        return reviews.open(body.token)
      }),
      serve(calls.sendReview, async ({ body, request }) => {
        await limit('linked-reviews', request)
        return reviews.send(body)
      }),
      serve(calls.listAdminReviews, ({ query }) => searchReviews(db, query)),
      serve(calls.setReviewStatus, ({ user, params, body }) => reviews.setStatus(user.id, params.id, body.status)),
    ],
    emails: reviewEmails(deps.encryptionKey, deps.dayGuides),
    /** Asked once, from noon of the day after. */
    reminders: async (now) => {
      const dates = datesToAsk(now)
      if (!dates) return []
      const mail = ({ bookingId }: { bookingId: number }) => ({ kind: 'review-asked' as const, params: { bookingId } })
      return [{ kind: ASKED, outcome: 'TOOK_PLACE', ...dates, quietDays: 0, isNeeded: isToBeAsked, mail }]
    },
    /** Their pictures show people. */
    blank: async (tx, _now, bookingIds) => deletePictures(tx, await takePictures(tx, bookingIds)),
  } satisfies Feature
}
