import type { NewReview, OwnReview, ReviewStatus } from '@arcadia/contract/reviews'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { findReview, setReviewStatus, upsertReview } from './reviews.store.ts'

export function createReviews(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> }) {
  const { db, clock } = deps
  return {
    /** @throws AppError `booking-not-found`, `trip-not-completed` */
    async save(user: SignedIn, review: NewReview): Promise<OwnReview> {
      const booking = await deps.bookings.get(user, review.bookingId)
      if (booking.outcome !== 'TOOK_PLACE') throw new AppError('trip-not-completed')
      const id = await inTransaction(db, clock, (tx, now) => upsertReview(tx, now, user.id, review))
      return (await findReview(db, id))!
    },

    /** @throws AppError `review-not-found` */
    setStatus: (adminId: number, id: number, status: ReviewStatus): Promise<OwnReview> =>
      inTransaction(db, clock, async (tx, now) => {
        const before = await setReviewStatus(tx, now, id, status)
        if (!before) throw new AppError('review-not-found')
        await recordChange(tx, adminId, 'review.status-changed', id, { status: before }, { status })
        return (await findReview(tx, id))!
      }),
  }
}
