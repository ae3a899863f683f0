import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { divide } from './shares.rules.ts'
import { listOwed, listShares, type ShareRow, updateShare } from './shares.store.ts'

export type AskedShare = ShareRow & { asks: Cents }

/** The shares of a booking with what each asks for, what none of them does, and what is left beside what is being paid. */
export interface AskedSplit {
  shares: AskedShare[]
  rest: Cents
  left: Cents
}

export const readSplit = async (db: Db, bookingId: number): Promise<AskedSplit> =>
  (await readSplits(db, [bookingId])).get(bookingId)!

/** The same of several bookings. */
export async function readSplits(db: Db, bookingIds: readonly number[]): Promise<Map<number, AskedSplit>> {
  const shares = await listShares(db, bookingIds)
  const owed = await listOwed(db, bookingIds)
  return new Map(
    owed.map((one) => [
      one.id,
      toSplit(
        one,
        shares.filter((share) => share.booking_id === one.id),
      ),
    ]),
  )
}

function toSplit({ owed, paying }: { owed: Cents; paying: Cents }, rows: readonly ShareRow[]): AskedSplit {
  const { asks, rest } = divide(owed, paying, rows)
  return { shares: rows.map((row, at) => ({ ...row, asks: asks[at]! })), rest, left: Math.max(0, owed - paying) }
}

/**
 * The share that a payment is for, in its transaction and under the day's lock.
 * @param shown what its payer was shown
 * @throws AppError `share-not-found`, `payment-in-progress`, `nothing-owed`, `owed-changed`
 */
export async function demandShare(tx: Db, bookingId: number, shareId: number, shown?: Cents): Promise<AskedShare> {
  const { shares } = await readSplit(tx, bookingId)
  const share = shares.find(({ id }) => id === shareId)
  if (!share) throw new AppError('share-not-found')
  if (share.paying > 0) throw new AppError('payment-in-progress')
  if (share.asks === 0) throw new AppError('nothing-owed', { message: 'This share is paid. Thank you.' })
  if (shown === undefined || shown === share.asks) return share
  const message = `This share is now ${formatCents(share.asks)}, not ${formatCents(shown)}.`
  throw new AppError('owed-changed', { message })
}

/** A card pays a share whole, as its payer saw it. @throws AppError those of `demandShare`, and `part-too-small`, `more-than-owed` */
export async function demandWholeShare(
  tx: Db,
  bookingId: number,
  shareId: number,
  { amount, shown }: { amount: Cents; shown: Cents | undefined },
): Promise<void> {
  const { asks } = await demandShare(tx, bookingId, shareId, shown)
  if (amount === asks) return
  const message = `This share is ${formatCents(asks)}. Please pay all of it.`
  throw new AppError(amount < asks ? 'part-too-small' : 'more-than-owed', { message, path: 'amount' })
}

/** What money that somebody brings is for: the unpaid shares in their order, then nobody's. */
export async function divideAmongShares(
  tx: Db,
  bookingId: number,
  cents: Cents,
): Promise<{ shareId: number | null; cents: Cents }[]> {
  const parts: { shareId: number | null; cents: Cents }[] = []
  let left = cents
  for (const { id, asks, paying } of (await readSplit(tx, bookingId)).shares) {
    const takes = paying > 0 ? 0 : Math.min(asks, left)
    if (takes > 0) parts.push({ shareId: id, cents: takes })
    left -= takes
  }
  return left > 0 ? [...parts, { shareId: null, cents: left }] : parts
}

/** Who is still asked for a share, and for how much. */
export const listOpenShares = async (db: Db, bookingId: number): Promise<AskedShare[]> =>
  (await readSplit(db, bookingId)).shares.filter(({ asks }) => asks > 0)

/**
 * The share that money is for, a part of it or all; undefined for nobody's.
 * @throws AppError those of `demandShare`, and `more-than-owed`
 */
export async function demandPart(
  tx: Db,
  bookingId: number,
  named: number | null,
  amount: Cents,
): Promise<number | undefined> {
  if (named === null) return undefined
  const { name, asks } = await demandShare(tx, bookingId, named)
  if (amount <= asks) return named
  throw new AppError('more-than-owed', { message: `${name}'s share is ${formatCents(asks)}.`, path: 'amount' })
}

/** Call before money toward a share counts, in its transaction: once all of it is there, it is paid and never grows. */
export async function settleShare(tx: Db, bookingId: number, shareId: number, cents: Cents): Promise<void> {
  const share = (await readSplit(tx, bookingId)).shares.find(({ id }) => id === shareId)
  if (share && cents >= share.asks) await updateShare(tx, shareId, { settled_cents: share.paid + cents })
}
