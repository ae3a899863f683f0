import type { ManualPayment, NewManualPayment } from '@arcadia/contract/admin/manual-payments'
import { type AdminBooking, depositMissing } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { formatPortalTime } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { findSent } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { demandMayRefund } from '../accounts/refund-limit.service.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { awaitAgain, confirmAwaited, isCalledOff, refuseUnlessOwed } from '../bookings/awaited-deposits.service.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.service.ts'
import { findManualPayment, insertManualPayment, listManualPayments } from './manual-payments.store.ts'
import { formatMethod, writeManualPayment } from './write-manual-payment.service.ts'

export type ManualPayments = ReturnType<typeof createManualPayments>

/** Cash and check payments (docs/rules.md §3.17), which no provider knows about. */
export function createManualPayments(
  deps: Pick<Base, 'db' | 'clock'> & { bookings: Pick<Bookings, 'find' | 'get' | 'getForTap' | 'read'> },
) {
  const { db, bookings } = deps
  return {
    /** @throws AppError `booking-not-found` */
    async list(admin: SignedIn, bookingId: number): Promise<ManualPayment[]> {
      await bookings.get(admin, bookingId)
      return listManualPayments(db, [bookingId])
    },

    /** Payments of these bookings that were not removed, oldest first. */
    async countedOf(bookingIds: readonly number[]) {
      return (await listManualPayments(db, bookingIds)).filter(({ takenBack }) => !takenBack)
    },

    /**
     * Records at most what is owed, under the lock card payments also take, so the two can't pay the same balance.
     * @throws AppError `booking-not-found`, `nothing-owed`, `more-than-owed`, `owed-changed`, `payment-in-progress`, `key-reused`
     */
    async record(
      admin: SignedIn,
      bookingId: number,
      { amount, method, note, owed }: NewManualPayment,
      key: string | undefined,
    ): Promise<AdminBooking> {
      const payment = { booking_id: bookingId, amount_cents: amount, method }
      const wasSent = (on: Db) => findSent(on, 'manual_payments', { adminId: admin.id, key }, payment)
      // A retry of a saved payment succeeds even if the guide can no longer see the booking.
      const read = async () => ((await wasSent(db)) ? bookings.read(bookingId) : bookings.getForTap(admin, bookingId))
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        if (await wasSent(tx)) return
        if (owed !== undefined) await refuseWhenChanged(tx, booking, owed)
        await refuseWhilePaying(tx, bookingId)
        refuseUnlessOwed(booking, amount, now)
        if (await isCalledOff(tx, booking))
          throw new AppError('nothing-owed', { message: "This day is called off, so you can't take a deposit for it." })
        await writeManualPayment(tx, now, { adminId: admin.id, booking, payment: { amount, method, note }, key })
        if (booking.status === 'PENDING') await confirmAwaited(tx, now, booking)
      }).catch(refuseTaken('manual_payments_key', 'key-reused'))
      return read()
    },

    /** Entries are never deleted; a reversing entry says why one doesn't count. @throws AppError `already-taken-back`, `refund-above-limit` */
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
        // Checked after the insert, so that a repeat fails as a repeat.
        await demandMayRefund(tx, admin.id, bookingId, 0)
        const description = `${formatCents(amount)} ${formatMethod(method)} was recorded by mistake and removed.`
        await recordBookingEvent(tx, now, bookingId, 'paid', description)
        const before = { amount: formatCents(amount), method, note: payment.note }
        await recordChange(tx, admin.id, 'booking.payment-taken-back', bookingId, before, { reason })
        const params = { paymentId: id, bookingId }
        // Never less than the deposit stays confirmed if a deposit was waited for.
        const left = await bookings.find(tx, bookingId)
        if (left.status === 'CONFIRMED' && depositMissing(left) > 0) await awaitAgain(tx, now, left)
        await enqueueMail(tx, now, { kind: 'manual-payment-taken-back', to: booking.email, params })
      }).catch(refuseTaken('manual_payments_reverses_key', 'already-taken-back'))
      return read()
    },
  }
}

/** A payment sent late from a phone without signal may already be recorded, so refuse it if the balance has changed. */
async function refuseWhenChanged(tx: Db, { id, status, pendingAmount }: AdminBooking, owed: number): Promise<void> {
  if (status === 'CANCELLED' || pendingAmount === owed) return
  const last = (await listManualPayments(tx, [id])).filter(({ takenBack }) => !takenBack).at(-1)
  // Name the last payment only if it explains the whole difference.
  const by =
    last && owed - pendingAmount === last.amount
      ? ` ${last.recordedBy} recorded ${formatCents(last.amount)} ${formatMethod(last.method)} at ${formatPortalTime(last.createdAt)}.`
      : ''
  throw new AppError('owed-changed', {
    message: `The balance is now ${formatCents(pendingAmount)}, not ${formatCents(owed)}.${by}`,
  })
}

async function refuseWhilePaying(tx: Db, bookingId: number): Promise<void> {
  if (!(await isPaymentOpen(tx, bookingId))) return
  throw new AppError('payment-in-progress', {
    message: 'A card payment for this booking is being confirmed. Wait for the result before you take the money.',
  })
}

/** Notes may mention the customer, so they are blanked too. */
export async function blankManualPayments(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx.updateTable('manual_payments').set({ note: null }).where('booking_id', 'in', bookingIds).execute()
}
