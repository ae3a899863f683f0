import type { requestRefund } from '@arcadia/contract/bookings'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMailToOwner } from '../../mail/outbox.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { insertRefundRequest } from './refund-requests.store.ts'

export interface RefundRequests {
  /** Files a request that the owner decides. @throws AppError `refund-already-requested`, `nothing-to-refund`, `payment-in-progress` */
  file(
    user: SignedIn,
    bookingId: number,
    wish: Input<typeof requestRefund>['body'],
  ): Promise<Output<typeof requestRefund>>
}

export function createRefundRequests(deps: {
  db: Db
  clock: Clock
  bookings: Pick<Bookings, 'get' | 'hasPaymentUnderWay'>
  ownerEmail: string | undefined
}): RefundRequests {
  const { db, clock, bookings } = deps
  return {
    async file(user, bookingId, { amount, description }) {
      const booking = await bookings.get(user, bookingId)
      if (await bookings.hasPaymentUnderWay(bookingId)) throw new AppError('payment-in-progress')
      if (booking.paidAmount === 0) throw new AppError('nothing-to-refund')
      await inTransaction(db, clock, async (tx, now) => {
        const filed = await insertRefundRequest(tx, {
          booking_id: bookingId,
          user_id: user.id,
          amount_cents: amount === undefined ? null : Math.min(amount, booking.paidAmount),
          description,
          created_at: now,
        })
        if (!filed) throw new AppError('refund-already-requested')
        await recordBookingEvent(tx, now, bookingId, 'refund-requested', 'A refund was requested.')
        await enqueueMailToOwner(tx, now, deps.ownerEmail, {
          kind: 'refund-requested',
          params: { requestId: filed.id, bookingId },
        })
      })
      return {
        status: 'REQUESTED',
        message: 'Your request has been sent. We will answer by mail within 5 business days.',
      }
    },
  }
}
