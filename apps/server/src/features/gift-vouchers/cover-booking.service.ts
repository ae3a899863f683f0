import type { BookedData } from '@arcadia/contract/booking-data'
import type { CurrentHold } from '@arcadia/contract/holds'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { followChange } from '../bookings/booking-change.writes.ts'
import { paid, refunded } from '../bookings/money-due.service.ts'
import type { HoldRow } from '../holds/current-hold.ts'
import { quoteOfHold } from '../holds/holds.rules.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { payFrom } from './gift-vouchers.rules.ts'
import { findUseOfHold, freeUseOfHold, insertUses, listGiversToTell, lockVoucher } from './gift-vouchers.store.ts'
import { readLocked } from './gift-vouchers.writes.ts'
import { codeOf, type Sealing } from './to-gift-voucher.ts'
import { giveBack, restOf } from './voucher-refunds.service.ts'

/** What a voucher pays of a new booking before a card does, for payments, in the caller's transaction and under the day's lock. */

/** What is chosen beside the hold, and decides what it costs. */
export type Chosen = Pick<BookedData, 'packageType' | 'riders'>

/** What is set aside for a hold, and the code, which whoever holds the spots typed: every tab goes on with it. */
export async function giftOfHold(
  { db, encryption }: Sealing & { db: Db },
  now: Date,
  holdId: string,
): Promise<Pick<CurrentHold, 'covered' | 'giftCode'>> {
  const use = await findUseOfHold(db, now, holdId)
  return use ? { covered: use.cents, giftCode: codeOf({ encryption }, use) ?? undefined } : {}
}

/**
 * Sets aside for a hold, in place of what was, as much of a voucher as its trip costs, the deposit first.
 * @param check refuses a voucher, once what this hold had of it counts as left
 */
export async function coverHold(
  tx: Db,
  now: Date,
  hold: HoldRow,
  { packageType, riders }: Chosen,
  voucherId: number,
  check: (voucher: Awaited<ReturnType<typeof readLocked>>) => void | Promise<void> = () => {},
): Promise<{ covered: Cents; left: Cents }> {
  await freeUseOfHold(tx, now, hold.id)
  const voucher = await readLocked(tx, now, { id: voucherId })
  await check(voucher)
  const numberOfGuests = hold.number_of_guests
  const prices = {
    standardPackagePrice: hold.standard_package_price_cents,
    trophyPackagePrice: hold.trophy_package_price_cents,
  }
  const { total } = quoteOfHold(hold, packageType, numberOfGuests, riders)
  const use = payFrom(voucher, { prices, packageType, numberOfGuests }, total)
  const { cents: covered } = use
  if (covered > 0)
    await insertUses(tx, { voucher_id: voucherId, hold_id: hold.id, booking_id: null, ...use, created_at: now })
  return { covered, left: (await readLocked(tx, now, { id: voucherId })).left }
}

/** The same as was set aside, for the package and riders that are paid for, in the transaction that pays the rest by card. */
export async function lockCovered(tx: Db, now: Date, hold: HoldRow, chosen: Chosen): Promise<Cents> {
  const voucherId = await lockVoucher(tx, { holdId: hold.id })
  if (voucherId === undefined) return 0
  if (await findUseOfHold(tx, now, hold.id)) return (await coverHold(tx, now, hold, chosen, voucherId)).covered
  // An expired or void voucher's amount would count again once the card payment starts, so free it.
  await freeUseOfHold(tx, now, hold.id)
  return 0
}

/** Adds the covered amount to the history of the new booking. */
export async function recordCovered(
  tx: Db,
  now: Date,
  holdId: string,
  { bookingId, deposit, total }: { bookingId: number; deposit: Cents; total: Cents },
): Promise<void> {
  const { cents = 0 } = (await findUseOfHold(tx, now, holdId)) ?? {}
  const says =
    cents === total
      ? 'Paid in full by gift.'
      : cents > deposit
        ? `${formatCents(cents)} paid by gift: the deposit, and ${formatCents(cents - deposit)} of the balance.`
        : `Deposit: ${formatCents(cents)} paid by gift.`
  if (cents > 0) await followChange(tx, now, {}, paid, { by: 'covered', booking: bookingId }, { says })
}

/** Tells who gave the vouchers of a booking that is sure to stand that they were used (docs/rules.md §13.28). */
export async function tellGivers(tx: Db, now: Date, bookingId: number): Promise<void> {
  for (const { to, voucherId } of await listGiversToTell(tx, bookingId))
    await enqueueMail(tx, now, { kind: 'gift-used', to, params: { voucherId, bookingId } })
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
  await giveBack(tx, now, { bookingId }, usable)
  const says = `${formatCents(usable)} is back on the gift.`
  if (usable > 0) await followChange(tx, now, {}, refunded, { by: 'covered', booking: bookingId }, { says })
}
