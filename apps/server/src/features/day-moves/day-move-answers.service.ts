import type { refundMovedDay } from '@arcadia/contract/day-moves'
import type { Output } from '@arcadia/contract/endpoint'
import { callUs } from '@arcadia/contract/site/contact-words'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { applyChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { cancelled } from '../bookings/cancel-booking.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.writes.ts'
import type { Businesses } from '../business/business.service.ts'
import type { Refunds } from '../refunds/refunds.service.ts'
import { keepRefundOrder, listAsks } from './day-move-answers.store.ts'
import { describeDepositBack } from './day-moves.rules.ts'

export type DayMoveAnswers = ReturnType<typeof createDayMoveAnswers>

/** A group's answers to a called-off day. Choosing another date is the ordinary reschedule. */
export function createDayMoveAnswers(
  deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'> & {
    bookings: Pick<Bookings, 'get'>
    business: Pick<Businesses, 'get'>
    refunds: Pick<Refunds, 'connectedAccount' | 'endedOf' | 'findNewest' | 'order' | 'read' | 'run'>
  },
) {
  const { db, bookings, refunds } = deps
  return {
    /** The latest called-off day of a booking. Pass `on` to read in a transaction. */
    askOf: async ({ id, userId }: { id: number; userId: number }, on: Db = db) => (await listAsks(on, userId, id))[0],

    /**
     * Cancels the booking and orders a refund of all card payments, in one transaction. A retry gets the first response.
     * @throws AppError `booking-not-found`, `day-move-over`, and those of a refund
     */
    async refund(user: Pick<SignedIn, 'id' | 'role'>, bookingId: number): Promise<Output<typeof refundMovedDay>> {
      const at = await refunds.connectedAccount()
      const read = () => bookings.get(user, bookingId)
      const order = await withBookingLocked(deps, read, async (tx, now, booking) => {
        const [ask] = await listAsks(tx, user.id, bookingId)
        if (ask?.state !== 'OPEN') {
          if (ask?.refundOrderId && booking.status === 'CANCELLED') return { orderId: ask.refundOrderId, isNew: false }
          throw new AppError('day-move-over')
        }
        const ordered = await refunds.order(tx, now, {
          // Ordered in the name of the admin who called off the day.
          adminId: ask.adminId,
          isPromised: true,
          bookingId,
          askedCents: null,
          description: 'The day was called off, and the customer chose a refund',
          // A booking that was confirmed again may be refunded again.
          key: `day-move:${ask.moveId}:${(await refunds.findNewest(tx, bookingId))?.id ?? 0}`,
          at,
        })
        if (ordered) await keepRefundOrder(tx, ask, ordered.orderId)
        await applyChange(tx, now, deps, cancelled, { booking, by: 'calledOff' }, {})
        return ordered
      })
      if (order) await refunds.run(order)
      const back = order ? await refunds.read(order.orderId) : null
      const [ended, booking, facts] = await Promise.all([refunds.endedOf(db, bookingId), read(), deps.business.get()])
      const { cashAmount: byHand } = booking
      return { ...describeDepositBack(back, { ended, byHand, contact: callUs(facts) }), booking }
    },
  }
}
