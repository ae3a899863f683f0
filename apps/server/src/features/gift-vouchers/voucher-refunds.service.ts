import { type Cents, formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { getEmailOfBooking } from '../bookings/bookings.writes.ts'
import { tripOf } from './gift-vouchers.rules.ts'
import {
  insertUses,
  insertVoucher,
  listPaidByVouchers,
  listPaidOfShares,
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

/** What went back of one share, or of none. */
interface Part {
  shareId: number | null
  cents: Cents
}

/** What vouchers paid for a booking, or for one share of it. */
interface Paid {
  bookingId: number
  shareId?: number | undefined
}

export type VoucherRefunds = ReturnType<typeof createVoucherRefunds>

export function createVoucherRefunds(deps: Sealing) {
  return {
    restOf,
    partOf,

    /** Gives vouchers back what they paid for a booking; those that have ended only with a renewal. */
    giveBack: (tx: Db, now: Date, of: Paid, cents: Cents, renewal?: Renewal): Promise<Part[]> =>
      giveBack(
        tx,
        now,
        of,
        cents,
        renewal && ((ended) => renew(tx, now, deps, { ...ended, ...renewal, bookingId: of.bookingId })),
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

/** Of an amount, what vouchers take back: those that have ended only if they are renewed. */
async function partOf(db: Db, now: Date, of: Paid, cents: Cents, renews: boolean): Promise<Cents> {
  const shares = await share(db, now, of, cents, renews)
  return shares.reduce((sum, { back }) => sum + back, 0)
}

/** Shares an amount out to vouchers. A trip goes back whole, or in dollars up to what is left of what was paid for it. */
async function share(db: Db, now: Date, { bookingId, shareId }: Paid, cents: Cents, renews: boolean) {
  let rest = cents
  return (await listPaidByVouchers(db, now, bookingId, shareId)).flatMap((voucher) => {
    if (voucher.hasEnded && !renews) return []
    const back = rest >= voucher.cents ? voucher.cents : Math.min(rest, voucher.inPart)
    rest -= back
    return back > 0 ? [{ ...voucher, back }] : []
  })
}

/** Gives vouchers back what they take of an amount that they paid for a booking; of each share what it paid. */
export async function giveBack(
  tx: Db,
  now: Date,
  of: Paid,
  cents: Cents,
  renew?: (ended: { voucherId: number; worth: Cents }) => Promise<void>,
): Promise<Part[]> {
  const given: Part[] = []
  for (const { voucherId, back, inPart, hasEnded } of await share(tx, now, of, cents, renew !== undefined)) {
    const parts = await divideBack(tx, voucherId, of, back)
    const about = { voucher_id: voucherId, hold_id: null, booking_id: of.bookingId, created_at: now }
    await insertUses(tx, ...parts.map(({ shareId, cents }) => ({ ...about, share_id: shareId, cents: -cents })))
    given.push(...parts)
    // What its trip was worth above what was paid leaves no dollars.
    if (hasEnded) await renew!({ voucherId, worth: Math.min(back, inPart) })
  }
  return given
}

/** Whose money it is that a voucher gets back: what it paid last goes back first. */
async function divideBack(tx: Db, voucherId: number, { bookingId, shareId }: Paid, back: Cents): Promise<Part[]> {
  if (shareId !== undefined) return [{ shareId, cents: back }]
  let rest = back
  return (await listPaidOfShares(tx, voucherId, bookingId)).flatMap(({ shareId, cents: paid }) => {
    const cents = Math.min(rest, paid)
    rest -= cents
    return cents > 0 ? [{ shareId, cents }] : []
  })
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
  const { voided_at, is_sold, sender_name, recipient_name, picture, expires_on } = voucher
  // Another one in its place would be worth nothing.
  if (voided_at && worth === 0) return
  // All that was paid for it is back at once, so it is the same trip again.
  const trip = voucher.fixed === null && worth === voucher.cents ? tripOf(voucher) : null
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
    const own = { attempt_id: null, made_by: adminId, is_sold, picture, expires_on: expiresOn, issued_at: now }
    renewed = await insertVoucher(tx, {
      ...newRow(now, deps, { ...gift, trip: trip ?? undefined, amount: worth }),
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
