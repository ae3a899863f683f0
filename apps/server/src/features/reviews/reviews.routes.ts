import { listAdminReviews, listMyReviews, listReviews, saveReview, setReviewStatus } from '@arcadia/contract/reviews'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { Reviews } from './reviews.service.ts'

export function reviewRoutes(bind: Bind, reviews: Reviews): void {
  bind(listReviews, ({ query }) => reviews.search({ ...query, status: 'PUBLISHED' }))
  bind(listMyReviews, ({ user }) => reviews.listOf(user.id))
  bind(saveReview, ({ user, body }) => reviews.save(user, body))
  bind(listAdminReviews, ({ query }) => reviews.search(query))
  bind(setReviewStatus, ({ user, params, body }) => reviews.setStatus(user.id, params.id, body.status))
}
