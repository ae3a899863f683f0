import { listAdminReviews, listMyReviews, listReviews, saveReview, setReviewStatus } from '@arcadia/contract/reviews'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import { createReviews } from './reviews.service.ts'
import { hasPublishedReviews, listReviewsOf, searchReviews } from './reviews.store.ts'

export function reviewsFeature(deps: Parameters<typeof createReviews>[0] & { addressLimits: RateLimits }) {
  const { db } = deps
  const reviews = createReviews(deps)
  return {
    name: 'reviews',
    api: {
      hasPublished: () => hasPublishedReviews(db),
      listOf: (userId: number) => listReviewsOf(db, userId),
    },
    endpoints: [
      serve(listReviews, async ({ query, request }) => {
        await deps.addressLimits.spend({ key: `reviews:${networkOf(request.ip)}`, atMost: 60, windowMs: MINUTE_MS })
        return searchReviews(db, { ...query, status: 'PUBLISHED' })
      }),
      serve(listMyReviews, ({ user }) => listReviewsOf(db, user.id)),
      serve(saveReview, ({ user, body }) => reviews.save(user, body)),
      serve(listAdminReviews, ({ query }) => searchReviews(db, query)),
      serve(setReviewStatus, ({ user, params, body }) => reviews.setStatus(user.id, params.id, body.status)),
    ],
  } satisfies Feature
}
