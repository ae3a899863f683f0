import type { Page } from '@arcadia/contract/fields'
import type { NewReview, OwnReview, ReviewStatus } from '@arcadia/contract/reviews'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/record-change.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { findReview, listReviewsOf, searchReviews, setReviewStatus, upsertReview } from './reviews.store.ts'

export interface Reviews {
  /** @throws AppError `booking-not-found`, `trip-not-completed` */
  save(user: SignedIn, review: NewReview): Promise<OwnReview>
  listOf(userId: number): Promise<OwnReview[]>
  search(query: { status?: ReviewStatus | undefined; page: number; size: number }): Promise<Page<OwnReview>>
  /** @throws AppError `review-not-found` */
  setStatus(adminId: number, id: number, status: ReviewStatus): Promise<OwnReview>
}

export function createReviews(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> }): Reviews {
  const { db, clock } = deps
  return {
    async save(user, review) {
      const booking = await deps.bookings.get(user, review.bookingId)
      if (booking.status !== 'COMPLETED') throw new AppError('trip-not-completed')
      const id = await inTransaction(db, clock, (tx, now) => upsertReview(tx, now, user.id, review))
      return (await findReview(db, id))!
    },
    listOf: (userId) => listReviewsOf(db, userId),
    async search({ status, page, size }) {
      const { found, total } = await searchReviews(db, status, { limit: size, offset: page * size })
      return { content: found, page, size, totalElements: total, totalPages: Math.ceil(total / size) }
    },
    setStatus: (adminId, id, status) =>
      inTransaction(db, clock, async (tx, now) => {
        const before = await setReviewStatus(tx, now, id, status)
        if (!before) throw new AppError('review-not-found')
        await recordChange(tx, {
          adminId,
          action: 'review.status-changed',
          subject: { kind: 'review', id },
          before: { status: before },
          after: { status },
        })
        return (await findReview(tx, id))!
      }),
  }
}
