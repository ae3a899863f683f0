import type { patchBookingStatus, StatusAnswer } from '@arcadia/contract/admin/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { applyChange, followChange, type Runner } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { noteCancellation } from '../bookings/bookings.writes.ts'
import { cancelled } from '../bookings/cancel-booking.service.ts'
import { answerRefundQuestion, notOwedAgain, owedAgain } from '../bookings/forgiven.writes.ts'
import { isPaymentOpen, type LockedBooking, withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { statusCompleted, statusConfirmed, statusPending } from '../bookings/set-status.service.ts'
import { leftToRefund } from '../people/refund-limit.ts'
import type { Refunds } from '../refunds/refunds.service.ts'

const SET = { PENDING: statusPending, CONFIRMED: statusConfirmed, COMPLETED: statusCompleted }

/**
 * The owner sets a booking's status: any to any, except that a day is never oversold by it (docs/rules.md §5.7).
 * Cancelling moves no money by itself; with `refund` what was paid by card goes back, written in the same transaction,
 * and the answer says what became of it. What was paid by hand is then to be given back (docs/rules.md §3.17).
 * @throws AppError `booking-not-found`, `booking-changed`, `payment-in-progress`, `not-enough-spots`, and those of a refund
 */
export async function setStatus(
  deps: Runner &
    Pick<Base, 'db' | 'clock'> & {
      bookings: Pick<Bookings, 'get'>
      refunds: Pick<Refunds, 'connectedAccount' | 'findNewest' | 'order' | 'run' | 'describeNothing'>
    },
  user: Parameters<Bookings['get']>[0],
  id: number,
  { status, from, refund = false, notify = true, stillOwes = true, reason }: Input<typeof patchBookingStatus>['body'],
): Promise<StatusAnswer> {
  const { bookings, refunds } = deps
  const at = await refunds.connectedAccount()
  const read = () => bookings.get(user, id)
  const written = await withBookingLocked(deps, read, async (tx, now, booking) => {
    // Cancelling works with nothing left to refund, and if two admins cancel at once only one refunds.
    const order = async () => {
      if (status !== 'CANCELLED' || !refund) return undefined
      // Part of it may already be refunded, so a repeat can't be recognized by the amount.
      const newest = await refunds.findNewest(tx, id)
      if (newest?.finished_at === null && newest.idempotency_key?.startsWith('cancelled:'))
        return { orderId: newest.id, isNew: false }
      return refunds.order(tx, now, {
        adminId: user.id,
        bookingId: id,
        // Up to the caller's limit; without anything left of it, it is refused with who can.
        askedCents: (await leftToRefund(tx, user.id, id)) || null,
        isAtMost: true,
        description: 'The booking was canceled',
        key: `cancelled:${newest?.id ?? 0}`,
        at,
      })
    }
    // Another admin cancelled first, but this one still wants the refund.
    if (booking.status === status) {
      if (refund) await noteCancellation(tx, id, { gives_back: true })
      return booking.paidAmount > 0 ? order() : undefined
    }
    if (from && booking.status !== from)
      throw new AppError('booking-changed', {
        message: `Someone else just changed this booking. It's now ${booking.status.toLowerCase()}.`,
      })
    const made = { booking, by: 'staff' as const, adminId: user.id }
    const asked = { isUndo: !notify }
    if (status === 'CANCELLED') {
      // Settling refunds the deposit of a cancelled booking; a refund has to wait for it.
      if (refund && (await isPaymentOpen(tx, id))) throw new AppError('payment-in-progress')
      await applyChange(tx, now, deps, cancelled, made, { ...asked, givesBack: refund, reason })
      return order()
    }
    const isAgain = status === 'CONFIRMED' && booking.status !== 'COMPLETED'
    // What its guest owes again is known once the refund has an outcome.
    if (isAgain && (await refunds.findNewest(tx, id))?.finished_at === null) throw new AppError('refund-in-progress')
    await applyChange(tx, now, deps, SET[status], made, asked)
    // Asked each time; a trip marked as completed by mistake and an undo within seconds keep the answers there are.
    if (isAgain && notify) await answerRefund(tx, now, deps, made, stillOwes)
    return undefined
  })
  const outcome = written ? await refunds.run(written) : refund ? await refunds.describeNothing(id) : undefined
  return { ...(await read()), ...(outcome && { refund: outcome }) }
}

async function answerRefund(
  tx: Db,
  now: Date,
  deps: Runner,
  made: { by: 'staff'; adminId: number; booking: LockedBooking },
  stillOwes: boolean,
): Promise<void> {
  const cents = await answerRefundQuestion(tx, now, made.booking.id, { ...made, stillOwes })
  if (cents === 0) return
  const said = stillOwes ? 'is owed again' : "isn't owed again"
  await followChange(tx, now, deps, stillOwes ? owedAgain : notOwedAgain, made, {
    says: `The ${formatCents(cents)} that was refunded ${said}.`,
    after: { amount: formatCents(cents) },
  })
}
