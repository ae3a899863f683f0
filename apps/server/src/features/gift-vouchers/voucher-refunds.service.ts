import { type Cents, formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { tripOf } from './gift-vouchers.rules.ts'
import {
  getEmailOfBooking,
  insertUse,
  insertVoucher,
  listPaidByVouchers,
  updateVoucher,
} from './gift-vouchers.store.ts'
import { newRow, readLocked } from './gift-vouchers.writes.ts'
import type { Sealing } from './to-gift-voucher.ts'

/** Lets an ended voucher take its part of a refund back (docs/rules.md §13.7). */
export interface Renewal {
  /** The owner who chose it. */
  adminId: number
  /** Null if it never expires. */
  lastDay: TripDate | null
}

export type VoucherRefunds = ReturnType<typeof createVoucherRefunds>

export function createVoucherRefunds(deps: Sealing) {
  return {
    restOf,

    /** Gives vouchers back what they paid for a booking; those that have ended only with a renewal. */
    giveBack: (tx: Db, now: Date, bookingId: number, cents: Cents, renewal?: Renewal): Promise<void> =>
      giveBack(
        tx,
        now,
        bookingId,
        cents,
        renewal && ((ended) => renew(tx, now, deps, { ...ended, ...renewal, bookingId })),
      ),
  }
}

/** What vouchers paid for a booking, less refunds to them: what could be used again, and what has ended and could not. */
export async function restOf(db: Db, now: Date, bookingId: number): Promise<{ usable: Cents; ended: Cents }> {
  const paid = await listPaidByVouchers(db, now, bookingId)
  const sum = (isOfEnded: boolean) =>
    paid.reduce((cents, voucher) => (voucher.hasEnded === isOfEnded ? cents + voucher.cents : cents), 0)
  return { usable: sum(false), ended: sum(true) }
}

/**
 * Gives vouchers back what they paid for a booking: those that have ended only if they are renewed. A trip goes back whole, or in
 * dollars up to what was paid for it.
 * @throws AppError `more-than-refundable`
 */
export async function giveBack(
  tx: Db,
  now: Date,
  bookingId: number,
  cents: Cents,
  renew?: (ended: { voucherId: number; worth: Cents }) => Promise<void>,
): Promise<void> {
  let rest = cents
  for (const { voucherId, cents: paid, inPart, hasEnded } of await listPaidByVouchers(tx, now, bookingId)) {
    const back = Math.min(rest, paid)
    if (back === 0 || (hasEnded && !renew)) continue
    if (back < paid && back > inPart) {
      const message = `The gift voucher's trip goes back whole, ${formatCents(paid)}, or in part up to ${formatCents(inPart)}.`
      throw new AppError('more-than-refundable', { message })
    }
    await insertUse(tx, { voucher_id: voucherId, hold_id: null, booking_id: bookingId, cents: -back, created_at: now })
    if (hasEnded) await renew!({ voucherId, worth: back })
    rest -= back
  }
}

/**
 * Lets what a refund gives back be used again: an expired voucher gets a new last day, a void one is replaced by one with a
 * new code, which is as sold or given as it was. One that was paid for never expires. The guest is emailed.
 */
async function renew(
  tx: Db,
  now: Date,
  deps: Sealing,
  { voucherId, bookingId, worth, adminId, lastDay }: Renewal & { voucherId: number; bookingId: number; worth: Cents },
): Promise<void> {
  const voucher = await readLocked(tx, now, { id: voucherId })
  const { voided_at, is_sold, sender_name, recipient_name, expires_on } = voucher
  // All of it is back, so it is the same trip again.
  const trip = voucher.fixed === null && voucher.left === voucher.cents ? tripOf(voucher) : null
  const expiresOn = is_sold ? null : lastDay
  let renewed = voucherId
  if (voided_at) {
    const gift = {
      senderName: sender_name,
      recipientName: recipient_name,
      recipientEmail: null,
      words: null,
      sendOn: null,
    }
    const own = { attempt_id: null, made_by: adminId, is_sold, expires_on: expiresOn, issued_at: now }
    renewed = await insertVoucher(tx, {
      ...newRow(now, deps, { ...gift, trip: trip ?? undefined, amount: trip ? voucher.cents : worth }),
      ...own,
    })
    const after = { amount: formatCents(worth), recipientName: recipient_name, expiresOn, insteadOf: voucherId }
    await recordChange(tx, adminId, 'gift-voucher.replaced', renewed, null, after)
  } else {
    await updateVoucher(tx, voucherId, { expires_on: expiresOn })
    await recordChange(tx, adminId, 'gift-voucher.expiry-set', voucherId, { expiresOn: expires_on }, { expiresOn })
  }
  const to = await getEmailOfBooking(tx, bookingId)
  const params = { voucherId: renewed, bookingId }
  await enqueueMail(tx, now, { kind: 'gift-voucher-renewed', to, params })
}
