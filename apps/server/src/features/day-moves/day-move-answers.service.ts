import type { MovedDay, refundMovedDay } from '@arcadia/contract/day-moves'
import type { Output } from '@arcadia/contract/endpoint'
import type { Cents } from '@arcadia/contract/money'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { cancelBooking } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.service.ts'
import { recordOrder } from '../refunds/record-refund.ts'
import { type RefundWish, writeRefundOrder } from '../refunds/refund-orders.service.ts'
import type { Refunds } from '../refunds/refunds.service.ts'
import { type Ask, keepRefundOrder, listAsks, readRefund } from './day-move-answers.store.ts'
import { tellDepositBack } from './day-moves.rules.ts'

/** What a party of such a day can say besides moving, which is the ordinary reschedule. */
export function createDayMoveAnswers(deps: {
  db: Db
  clock: Clock
  bookings: Pick<Bookings, 'get'>
  refunds: Pick<Refunds, 'connectedAccount' | 'run'>
}) {
  const { db, bookings, refunds } = deps
  return {
    listOf: (userId: number): Promise<MovedDay[]> => listAsks(db, userId),

    /**
     * Cancels the booking and orders the refund of all that was paid by card, in one transaction. A repeat gets the first
     * one's answer.
     * @throws AppError `booking-not-found`, `day-move-over`, and those of a refund
     */
    async refund(user: SignedIn, bookingId: number): Promise<Output<typeof refundMovedDay>> {
      const at = await refunds.connectedAccount()
      const read = () => bookings.get(user, bookingId)
      const { orderId, isNew } = await withBookingLocked(deps, read, async (tx, now, booking) => {
        const [ask] = await listAsks(tx, user.id, bookingId)
        if (ask?.state !== 'OPEN') {
          if (ask?.refundOrderId && booking.status === 'CANCELLED') return { orderId: ask.refundOrderId, isNew: false }
          throw new AppError('day-move-over')
        }
        const ordered = await orderRefund(tx, now, ask, booking.refundedAmount, at)
        await cancelBooking(tx, now, bookingId, 'Cancelled by the customer, because the guide could not go out.')
        await enqueueMail(tx, now, { kind: 'booking-cancelled', to: ask.email, params: { bookingId } })
        return { orderId: ordered, isNew: true }
      })
      if (orderId !== undefined) await refunds.run({ orderId, isNew })
      const told = tellDepositBack(orderId === undefined ? null : await readRefund(db, orderId))
      return { ...told, booking: await bookings.get(user, bookingId) }
    },
  }
}

/** The order to run; undefined where nothing was paid by card. It is made in the name of the admin who offered it. */
async function orderRefund(
  tx: Db,
  now: Date,
  ask: Ask,
  refunded: Cents,
  at: RefundWish['at'],
): Promise<number | undefined> {
  const wish: RefundWish = {
    adminId: ask.adminId,
    bookingId: ask.bookingId,
    kind: 'REFUND',
    askedCents: null,
    description: 'The day was called off, and the customer chose a refund',
    // A booking that was confirmed again may be given back again.
    key: `day-move:${ask.moveId}:${refunded}`,
    at,
  }
  try {
    const { orderId, isNew } = await writeRefundOrder(tx, now, wish)
    if (isNew) await recordOrder(tx, orderId, refunded)
    await keepRefundOrder(tx, ask, orderId)
    return orderId
  } catch (error) {
    if (error instanceof AppError && error.code === 'nothing-to-refund') return undefined
    throw error
  }
}
