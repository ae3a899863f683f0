import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { followChange } from '../bookings/booking-change.writes.ts'
import { paid, refunded } from '../bookings/money-due.service.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { findUseOfHold, freeUseOfHold, lockVoucher } from './gift-vouchers.store.ts'
import { giveBack, restOf } from './voucher-refunds.service.ts'

/** What a voucher pays of a deposit before a card does, for payments, in the caller's transaction and under the day's lock. */

/** The amount set aside for a hold. It carries over when the hold is booked. */
export async function coveredOf(db: Db, now: Date, holdId: string): Promise<Cents> {
  return (await findUseOfHold(db, now, holdId))?.cents ?? 0
}

/** The same, locked for the transaction that pays the rest by card. */
export async function lockCovered(tx: Db, now: Date, holdId: string): Promise<Cents> {
  await lockVoucher(tx, { holdId })
  const use = await findUseOfHold(tx, now, holdId)
  // An expired or void voucher's amount would count again once the card payment starts, so free it.
  if (!use) await freeUseOfHold(tx, now, holdId)
  return use?.cents ?? 0
}

/** Adds the covered amount to the history of the new booking. */
export async function recordCovered(tx: Db, now: Date, holdId: string, bookingId: number): Promise<void> {
  const cents = await coveredOf(tx, now, holdId)
  const says = `Deposit: ${formatCents(cents)} paid by gift voucher.`
  if (cents > 0) await followChange(tx, now, {}, paid, { by: 'covered', booking: bookingId }, { says })
}

/** Gives vouchers back what they paid for a booking that fell through; the owner hears of those that have ended. */
export async function takeBackCovered(
  tx: Db,
  now: Date,
  { ownerEmail }: Pick<Base, 'ownerEmail'>,
  bookingId: number,
): Promise<void> {
  const { usable, ended } = await restOf(tx, now, bookingId)
  if (ended > 0) await tellOwner(tx, now, ownerEmail, { kind: 'voucher-not-refunded', params: { bookingId } })
  await giveBack(tx, now, bookingId, usable)
  const says = `${formatCents(usable)} is back on the gift voucher.`
  if (usable > 0) await followChange(tx, now, {}, refunded, { by: 'covered', booking: bookingId }, { says })
}
