import type { ManualPayment, NewManualPayment } from '@arcadia/contract/admin/manual-payments'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { formatVenueTime } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { findSent } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { demandMayRefund } from '../accounts/refund-limit.service.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { confirmAwaited, isCalledOff, refuseUnlessOwed } from '../bookings/awaited-deposits.service.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.service.ts'
import { findManualPayment, insertManualPayment, listManualPayments } from './manual-payments.store.ts'
import { formatMethod, writeManualPayment } from './write-manual-payment.service.ts'

export type ManualPayments = ReturnType<typeof createManualPayments>

/** Balances paid in cash or by check (docs/rules.md §3.17). No provider knows of them. */
export function createManualPayments(
  deps: Pick<Base, 'db' | 'clock'> & { bookings: Pick<Bookings, 'get' | 'getForTap' | 'read'> },
) {
  const { db, bookings } = deps
  return {
    /** @throws AppError `booking-not-found` */
    async list(admin: SignedIn, bookingId: number): Promise<ManualPayment[]> {
      await bookings.get(admin, bookingId)
      return listManualPayments(db, [bookingId])
    },

    /** What counts as paid toward these bookings, the first one first. */
    async countedOf(bookingIds: readonly number[]) {
      return (await listManualPayments(db, bookingIds)).filter(({ takenBack }) => !takenBack)
    },

    /**
     * At most what is owed, under the lock that a card payment of the balance takes too: the two never pay the same money.
     * @throws AppError `booking-not-found`, `nothing-owed`, `more-than-owed`, `owed-changed`, `payment-in-progress`, `key-reused`
     */
    async record(
      admin: SignedIn,
      bookingId: number,
      { amount, method, note, owed }: NewManualPayment,
      key: string | undefined,
    ): Promise<AdminBooking> {
      const said = { booking_id: bookingId, amount_cents: amount, method }
      const wasSent = (on: Db) => findSent(on, 'manual_payments', { adminId: admin.id, key }, said)
      // What was saved is no news, also when the booking is none of theirs any more.
      const read = async () => ((await wasSent(db)) ? bookings.read(bookingId) : bookings.getForTap(admin, bookingId))
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        if (await wasSent(tx)) return
        if (owed !== undefined) await refuseWhenChanged(tx, booking, owed)
        await refuseWhilePaying(tx, bookingId)
        refuseUnlessOwed(booking, amount, now)
        if (await isCalledOff(tx, booking))
          throw new AppError('nothing-owed', { message: 'This day is called off, so no deposit is taken for it.' })
        await writeManualPayment(tx, now, { adminId: admin.id, booking, payment: { amount, method, note }, key })
        if (booking.status === 'PENDING') await confirmAwaited(tx, now, booking)
      }).catch(refuseTaken('manual_payments_key', 'key-reused'))
      return read()
    },

    /** An entry is never deleted: another one beside it says why it does not count. @throws AppError `already-taken-back`, `refund-above-limit` */
    async takeBack(admin: SignedIn, id: number, reason: string): Promise<AdminBooking> {
      const payment = await findManualPayment(db, id)
      if (!payment) throw new AppError('manual-payment-not-found')
      const { booking_id: bookingId, amount_cents: amount, method } = payment
      const read = () => bookings.get(admin, bookingId)
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        await insertManualPayment(tx, {
          booking_id: bookingId,
          admin_id: admin.id,
          method,
          amount_cents: -amount,
          reverses: id,
          note: reason,
          idempotency_key: null,
          created_at: now,
        })
        // It counts from here on, so that a repeat is refused as one.
        await demandMayRefund(tx, admin.id, bookingId, 0)
        const description = `${formatCents(amount)} ${formatMethod(method)} was recorded by mistake and removed.`
        await recordBookingEvent(tx, now, bookingId, 'paid', description)
        const before = { amount: formatCents(amount), method, note: payment.note }
        await recordChange(tx, admin.id, 'booking.payment-taken-back', bookingId, before, { reason })
        const params = { paymentId: id, bookingId }
        await enqueueMail(tx, now, { kind: 'manual-payment-taken-back', to: booking.email, params })
      }).catch(refuseTaken('manual_payments_reverses_key', 'already-taken-back'))
      return read()
    },
  }
}

/** Money that was noted on a phone without a network may be noted already: whoever sees another balance asks again. */
async function refuseWhenChanged(tx: Db, { id, status, pendingAmount }: AdminBooking, owed: number): Promise<void> {
  if (status === 'CANCELLED' || pendingAmount === owed) return
  const last = (await listManualPayments(tx, [id])).filter(({ takenBack }) => !takenBack).at(-1)
  // Only what explains the whole difference.
  const by =
    last && owed - pendingAmount === last.amount
      ? ` ${last.recordedBy} noted ${formatCents(last.amount)} ${formatMethod(last.method)} at ${formatVenueTime(last.createdAt)}.`
      : ''
  throw new AppError('owed-changed', {
    message: `${formatCents(pendingAmount)} is owed by now, not ${formatCents(owed)}.${by}`,
  })
}

async function refuseWhilePaying(tx: Db, bookingId: number): Promise<void> {
  if (!(await isPaymentOpen(tx, bookingId))) return
  throw new AppError('payment-in-progress', {
    message: 'A card payment for this booking is being confirmed. Wait for the result before you take the money.',
  })
}

/** The notes are not shown to the customer, but they may be about one. */
export async function blankManualPayments(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx.updateTable('manual_payments').set({ note: null }).where('booking_id', 'in', bookingIds).execute()
}
