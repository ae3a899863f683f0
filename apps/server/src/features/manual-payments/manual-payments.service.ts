import type { giveBackManualPayment, ManualPayment, NewManualPayment } from '@arcadia/contract/admin/manual-payments'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { formatPortalTime } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { findSent } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { awaitAgain } from '../bookings/awaited-deposits.service.ts'
import { followChange, type Runner, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen, type LockedBooking, withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { demandDue } from '../bookings/money-due.service.ts'
import { demandMayRefund } from '../people/refund-limit.ts'
import { recordGivenBack } from '../refunds/refund-orders.writes.ts'
import { demandPart, divideAmongShares } from '../shares/shares.writes.ts'
import {
  findManualPayment,
  insertManualPayment,
  listManualPayments,
  type ManualPaymentRow,
} from './manual-payments.store.ts'
import { formatMethod, writeManualPayment } from './write-manual-payment.service.ts'

export const paymentTakenBack = toldChange({
  name: 'payment-taken-back',
  by: { staff: { who: 'the owner or the office', guest: 'manual-payment-taken-back', owner: null } },
  frees: false,
})

export type ManualPayments = ReturnType<typeof createManualPayments>

type Deps = Runner &
  Pick<Base, 'db' | 'clock'> & {
    bookings: Pick<Bookings, 'get' | 'getForTap' | 'read'>
  }

/** Cash and check payments (docs/rules.md §3.17), which no provider knows about. */
export function createManualPayments(deps: Deps) {
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
     * @throws AppError `booking-not-found`, `nothing-owed`, `more-than-owed`, `owed-changed`, `payment-in-progress`, `key-reused`, `share-not-found`
     */
    async record(
      admin: SignedIn,
      bookingId: number,
      { amount, method, note, owed, shareId: named }: NewManualPayment,
      key: string | undefined,
    ): Promise<AdminBooking> {
      const payment = { booking_id: bookingId, taken_cents: amount, method }
      const wasSent = (on: Db) => findSent(on, 'manual_payments', { adminId: admin.id, key }, payment)
      // A retry of a saved payment succeeds even if the guide can no longer see the booking.
      const read = async () => ((await wasSent(db)) ? bookings.read(bookingId) : bookings.getForTap(admin, bookingId))
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        if (await wasSent(tx)) return
        // A payment sent late from a phone without signal may already be recorded by someone else.
        const whoPaid = (missing: Cents) => describeLast(tx, bookingId, missing)
        const shareId =
          named === undefined
            ? (await divideAmongShares(tx, bookingId, amount))[0]?.shareId
            : await demandPart(tx, bookingId, named, amount)
        const { isAwaited } = await demandDue(tx, now, booking, { amount, shown: owed, shareId, whoPaid })
        const payment = { amount, method, note, shareId: named }
        await writeManualPayment(tx, now, deps, { adminId: admin.id, bookingId, payment, key, isAwaited })
      }).catch(refuseTaken('manual_payments_key', 'key-reused'))
      return read()
    },

    /** What was recorded by mistake doesn't count. @throws AppError `already-taken-back`, `refund-above-limit` */
    takeBack: (admin: SignedIn, id: number, reason: string): Promise<AdminBooking> =>
      reverse(deps, admin, id, { reason, isGivenBack: false }, async (tx, now, { booking, payment }) => {
        const { amount_cents, method, note } = payment
        const amount = formatCents(amount_cents)
        const maker = { by: 'staff' as const, adminId: admin.id, booking }
        await followChange(tx, now, deps, paymentTakenBack, maker, {
          says: `${amount} ${formatMethod(method)} was recorded by mistake and removed.`,
          before: { amount, method, note },
          after: { reason },
          params: { paymentId: id },
        })
      }),

    /**
     * What was given back in person is a refund, and asks what every refund asks.
     * @throws AppError `already-taken-back`, `refund-above-limit`, `payment-in-progress`, `refund-in-progress`
     */
    giveBack: (
      admin: SignedIn,
      id: number,
      { reason, stillOwes = false }: Input<typeof giveBackManualPayment>['body'],
    ): Promise<AdminBooking> =>
      reverse(deps, admin, id, { reason, isGivenBack: true }, async (tx, now, { booking, payment }) => {
        if (await isPaymentOpen(tx, booking.id)) throw new AppError('payment-in-progress')
        const { share_id: shareId, amount_cents: cents } = payment
        const given = { bookingId: booking.id, adminId: admin.id, cents, shareId }
        await recordGivenBack(tx, now, deps, { ...given, description: reason, stillOwes })
      }),
  }
}

/** Entries are never deleted; a reversing entry says why one doesn't count. */
async function reverse(
  deps: Deps,
  admin: SignedIn,
  id: number,
  { reason, isGivenBack }: { reason: string; isGivenBack: boolean },
  record: (tx: Db, now: Date, about: { booking: LockedBooking; payment: ManualPaymentRow }) => Promise<void>,
): Promise<AdminBooking> {
  const payment = await findManualPayment(deps.db, id)
  if (!payment) throw new AppError('manual-payment-not-found')
  const { booking_id: bookingId, amount_cents: amount, method } = payment
  const read = () => deps.bookings.get(admin, bookingId)
  await withBookingLocked(deps, read, async (tx, now, booking) => {
    if (isGivenBack) await record(tx, now, { booking, payment })
    await insertManualPayment(tx, {
      booking_id: bookingId,
      share_id: payment.share_id,
      admin_id: admin.id,
      method,
      amount_cents: -amount,
      reverses: id,
      is_given_back: isGivenBack,
      note: reason,
      idempotency_key: null,
      created_at: now,
    })
    // Checked after the insert, so that a repeat fails as a repeat.
    await demandMayRefund(tx, admin.id, bookingId, 0)
    if (!isGivenBack) await record(tx, now, { booking, payment })
    // Never less than the deposit stays confirmed if a deposit was waited for.
    await awaitAgain(tx, now, deps, { booking, adminId: admin.id })
  })
    .catch(refuseTaken('manual_payments_reverses_key', 'already-taken-back'))
    .catch(refuseTaken('refund_orders_one_in_flight', 'refund-in-progress'))
  return read()
}

/** Who recorded the last payment, if that explains the whole difference. */
async function describeLast(tx: Db, bookingId: number, missing: Cents): Promise<string> {
  const last = (await listManualPayments(tx, [bookingId])).filter(({ takenBack }) => !takenBack).at(-1)
  if (last?.amount !== missing) return ''
  return ` ${last.recordedBy} recorded ${formatCents(last.amount)} ${formatMethod(last.method)} at ${formatPortalTime(last.createdAt)}.`
}
