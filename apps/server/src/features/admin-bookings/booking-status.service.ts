import type { patchBookingStatus, StatusAnswer } from '@arcadia/contract/admin/bookings'
import type { BookingStatus } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { answerRefundQuestion, recordBookingEvent, setBookingStatus } from '../bookings/book-hold.service.ts'
import { applyChange } from '../bookings/booking-change.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { cancelled } from '../bookings/cancel-booking.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.service.ts'
import { describeRefund } from '../refunds/refunds.rules.ts'
import type { Refunds } from '../refunds/refunds.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'

/**
 * The owner sets a booking's status: any to any, except that a day is never oversold by it (docs/rules.md §5.7).
 * Cancelling moves no money by itself; with `refund` what was paid by card goes back, written in the same transaction,
 * and the answer says what became of it.
 * @throws AppError `booking-not-found`, `booking-changed`, `payment-in-progress`, `not-enough-spots`, and those of a refund
 */
export async function changeStatus(
  deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'> & {
    bookings: Pick<Bookings, 'get'>
    refunds: Pick<Refunds, 'connectedAccount' | 'endedOf' | 'findUnderWay' | 'order' | 'run'>
  },
  user: SignedIn,
  id: number,
  { status, from, refund = false, notify = true, stillOwes = true }: Input<typeof patchBookingStatus>['body'],
): Promise<StatusAnswer> {
  const { bookings, refunds } = deps
  const at = await refunds.connectedAccount()
  /** Nothing could go back; it is said if that is because of a voucher that has ended. */
  async function describeNothing() {
    const ended = await refunds.endedOf(deps.db, id)
    return ended > 0 ? describeRefund([], ended) : undefined
  }
  const read = () => bookings.get(user, id)
  const written = await withBookingLocked(deps, read, async (tx, now, booking) => {
    // Cancelling works with nothing left to refund, and if two admins cancel at once only one refunds.
    const order = async () => {
      if (status !== 'CANCELLED' || !refund) return undefined
      // Part of it may already be refunded, so a repeat can't be recognized by the amount.
      const underWay = await refunds.findUnderWay(tx, id)
      if (underWay?.idempotency_key?.startsWith('cancelled:')) return { orderId: underWay.id, isNew: false }
      return refunds.order(tx, now, {
        adminId: user.id,
        bookingId: id,
        askedCents: null,
        description: 'The booking was cancelled',
        key: `cancelled:${booking.refundedAmount}`,
        at,
      })
    }
    // Another admin cancelled first, but this one still wants the refund.
    if (booking.status === status) return booking.paidAmount > 0 ? order() : undefined
    if (from && booking.status !== from)
      throw new AppError('booking-changed', {
        message: `Someone else just changed this booking. It's now ${booking.status.toLowerCase()}.`,
      })
    // Settling refunds the deposit of a cancelled booking; no other change may run during a payment.
    if ((status !== 'CANCELLED' || refund) && (await isPaymentOpen(tx, id))) throw new AppError('payment-in-progress')
    // What its guest owes again is known once the refund has an outcome.
    const isAgain = status === 'CONFIRMED' && booking.status !== 'COMPLETED'
    if (isAgain && (await refunds.findUnderWay(tx, id))) throw new AppError('refund-in-progress')
    if (status === 'CANCELLED') {
      await applyChange(tx, now, deps, cancelled, {
        booking,
        by: 'staff',
        adminId: user.id,
        asked: { isUndo: !notify },
      })
      return order()
    }
    await offerFreeSpots(tx, now, booking.selectedDate)
    await setBookingStatus(tx, now, id, status, status === 'PENDING' ? 'Waiting for the guide' : null, !notify)
    await recordBookingEvent(tx, now, id, `status-${status.toLowerCase()}`, EVENTS[status])
    // Asked each time; a trip marked as completed by mistake keeps its answer.
    const asked = isAgain ? await answerRefundQuestion(tx, now, id, stillOwes) : 0
    const owing = asked > 0 ? { refundOwedAgain: formatCents(stillOwes ? asked : 0) } : {}
    await recordChange(tx, user.id, 'booking.status-changed', id, { status: booking.status }, { status, ...owing })
    // No news to the customer if a trip is not completed after all.
    if (isAgain && notify)
      await enqueueMail(tx, now, {
        kind: 'booking-confirmed',
        to: booking.email,
        params: { bookingId: id },
        byStaff: true,
      })
    return undefined
  })
  const outcome = written ? await refunds.run(written) : refund ? await describeNothing() : undefined
  return { ...(await read()), ...(outcome && { refund: outcome }) }
}

const EVENTS: Record<Exclude<BookingStatus, 'CANCELLED'>, string> = {
  PENDING: 'Set to pending by the guide.',
  CONFIRMED: 'Confirmed by the guide.',
  COMPLETED: 'Marked as completed by the guide.',
}
