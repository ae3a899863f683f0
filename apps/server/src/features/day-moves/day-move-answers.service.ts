import type { MovedDay, refundMovedDay } from '@arcadia/contract/day-moves'
import type { Output } from '@arcadia/contract/endpoint'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { cancelBooking } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { type RefundWish, writeRefundOrder } from '../refunds/refund-orders.service.ts'
import type { Refunds } from '../refunds/refunds.service.ts'
import { type Ask, keepRefundOrder, listAsks, readRefund } from './day-move-answers.store.ts'
import { tellDepositBack } from './day-moves.rules.ts'

/** What a party of such a day can say besides moving, which is the ordinary reschedule. */
export interface DayMoveAnswers {
  listOf(userId: number): Promise<MovedDay[]>
  /**
   * Cancels the booking and orders the refund of all that was paid by card, in one transaction. A repeat gets the first
   * one's answer.
   * @throws AppError `booking-not-found`, `day-move-over`, and those of a refund
   */
  refund(user: SignedIn, bookingId: number): Promise<Output<typeof refundMovedDay>>
}

export function createDayMoveAnswers(deps: {
  db: Db
  clock: Clock
  bookings: Pick<Bookings, 'get'>
  refunds: Pick<Refunds, 'place' | 'run'>
}): DayMoveAnswers {
  const { db, clock, bookings, refunds } = deps
  return {
    listOf: (userId) => listAsks(db, userId),

    async refund(user, bookingId) {
      await bookings.get(user, bookingId)
      const at = await refunds.place()
      const [asked] = await listAsks(db, user.id, bookingId)
      if (!asked) throw new AppError('day-move-over')
      const { orderId, isNew } = await inTransaction(db, clock, async (tx) => {
        const now = await lockDays(tx, clock, [asked.date])
        // As it is under the lock: it may have been answered in another tab, or withdrawn.
        const [ask] = await listAsks(tx, user.id, bookingId)
        if (ask?.refundOrderId) return { orderId: ask.refundOrderId, isNew: false }
        if (ask?.state !== 'OPEN' || ask.date !== asked.date) throw new AppError('day-move-over')
        const ordered = await orderRefund(tx, now, ask, at)
        await cancelBooking(tx, now, bookingId, 'Cancelled by the customer, because the guide could not go out.')
        await enqueueMail(tx, now, { kind: 'booking-cancelled', to: ask.email, params: { bookingId } })
        return { orderId: ordered, isNew: true }
      })
      if (orderId !== undefined && isNew) await refunds.run(orderId)
      const told = tellDepositBack(orderId === undefined ? null : await readRefund(db, orderId))
      return { ...told, booking: await bookings.get(user, bookingId) }
    },
  }
}

/** The order to run; undefined where nothing was paid by card. It is made in the name of the admin who offered it. */
async function orderRefund(tx: Db, now: Date, ask: Ask, at: RefundWish['at']): Promise<number | undefined> {
  const wish: RefundWish = {
    adminId: ask.adminId,
    bookingId: ask.bookingId,
    kind: 'REFUND',
    askedCents: null,
    description: 'The guide could not go out',
    key: `day-move:${ask.moveId}`,
    at,
  }
  try {
    const { orderId } = await writeRefundOrder(tx, now, wish)
    await keepRefundOrder(tx, ask, orderId)
    return orderId
  } catch (error) {
    if (error instanceof AppError && error.code === 'nothing-to-refund') return undefined
    throw error
  }
}
