import type { Cents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { insertUse, listPaidByVouchers } from './gift-vouchers.store.ts'

/** Lets an ended voucher take its part of a refund back (docs/rules.md §13.7). */
export interface Renewal {
  /** The owner who chose it. */
  adminId: number
  /** Null if it never expires. */
  lastDay: TripDate | null
}

/** What vouchers paid for a booking, less refunds to them: what could be used again, and what has ended and could not. */
export async function restOf(db: Db, now: Date, bookingId: number): Promise<{ usable: Cents; ended: Cents }> {
  const paid = await listPaidByVouchers(db, now, bookingId)
  const sum = (isOfEnded: boolean) =>
    paid.reduce((cents, voucher) => (voucher.hasEnded === isOfEnded ? cents + voucher.cents : cents), 0)
  return { usable: sum(false), ended: sum(true) }
}

/** Gives vouchers back what they paid for a booking: those that have ended only if they are renewed. */
export async function giveBack(
  tx: Db,
  now: Date,
  bookingId: number,
  cents: Cents,
  renew?: (ended: { voucherId: number; worth: Cents }) => Promise<void>,
): Promise<void> {
  let rest = cents
  for (const { voucherId, cents: paid, hasEnded } of await listPaidByVouchers(tx, now, bookingId)) {
    const back = Math.min(rest, paid)
    if (back === 0 || (hasEnded && !renew)) continue
    await insertUse(tx, { voucher_id: voucherId, hold_id: null, booking_id: bookingId, cents: -back, created_at: now })
    if (hasEnded) await renew!({ voucherId, worth: back })
    rest -= back
  }
}
