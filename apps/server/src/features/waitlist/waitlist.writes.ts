import { assessDay } from '@arcadia/contract/availability'
import type { BookingConfig } from '@arcadia/contract/configuration'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { type Db, lockDays } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { lockActiveAccount } from '../accounts/accounts.writes.ts'
import { groupsOfDay } from '../availability/availability.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { lockUnpaidLimit, placeHold, readUnpaidLimit, releaseIdleHolds, releaseOffer } from '../holds/holds.writes.ts'
import type { UnpaidLimit } from '../holds/unpaid-claims.rules.ts'
import { nextInLine, offerEnd } from './waitlist.rules.ts'
import {
  endEntries,
  endServedEntries,
  findWhoWaits,
  listDaysOfCustomer,
  listLine,
  listLinesOf,
  type WaitingRow,
} from './waitlist.store.ts'

/**
 * Offers a day's free spots to its waitlist, under the day's lock. Call it before taking spots, so that no one jumps the
 * line. `kept` spots already belong to their customer, who is between releasing one hold and making the next.
 */
export async function offerFreeSpots(
  tx: Db,
  now: Date,
  date: TripDate,
  kept?: { customer: number; spots: number },
): Promise<void> {
  await endServedEntries(tx, now, date)
  const line = await listLine(tx, date, now)
  if (line.length === 0) return
  const config = await getConfig(tx)
  const { bookable } = assessDay(date, venueDate(now), config, { booked: 0, held: 0 })
  const expiresAt = offerEnd(now, date)
  if (!bookable || !expiresAt) return
  const day = await groupsOfDay(tx, now, date)
  const { groups } = day
  if (kept?.spots) groups.set(kept.customer, (groups.get(kept.customer) ?? 0) + kept.spots)
  const next = (waiting: readonly WaitingRow[], limit: UnpaidLimit) =>
    nextInLine(
      waiting,
      config,
      day,
      ({ user_id: customer, network, email, has_paid, number_of_guests }) =>
        network === null ||
        has_paid ||
        limit.mayKeep({ customer, network, email }, ({ offered }) => ({ offered: offered + number_of_guests })),
    )
  if (nextInLine(line, config, day).length === 0) return
  // All holds wait for the lock, so a day that serves nobody takes none.
  if (next(line, await readUnpaidLimit(tx, now, config)).length === 0) return
  const limit = await lockUnpaidLimit(tx, now, config)
  // Read again under that lock, because another day may just have made an offer to the same person.
  for (const entry of next(await listLine(tx, date, now), limit)) await placeOffer(tx, now, entry, config, expiresAt)
}

async function placeOffer(tx: Db, now: Date, entry: WaitingRow, config: BookingConfig, expiresAt: Date): Promise<void> {
  await placeHold(tx, now, {
    userId: entry.user_id,
    waitlistEntryId: entry.id,
    day: entry.trip_date,
    guests: entry.number_of_guests,
    prices: config,
    expiresAt,
    network: entry.network,
  })
  await enqueueMail(tx, now, { kind: 'waitlist-offer', to: entry.email, params: { entryId: entry.id } })
}

/** Leaves every line, and gives open offers to the next in it. It takes the days' locks, so it comes before the first write. */
export async function leaveEveryLine(tx: Db, clock: Clock, email: string): Promise<void> {
  const userId = await findWhoWaits(tx, email)
  if (userId === undefined) return
  await lockActiveAccount(tx, userId)
  const entries = await listLinesOf(tx, userId)
  const days = entries.map(({ trip_date }) => trip_date)
  const now = await lockDays(tx, clock, days)
  for (const { id } of entries) await releaseOffer(tx, now, id)
  await endEntries(tx, now, 'user_id', userId)
  for (const day of days) await offerFreeSpots(tx, now, day)
}

/**
 * Releases everything a departing customer holds or waits for; the spots go to the next in line. Bookings stay. It
 * takes the days' locks, so it comes before the transaction's first write.
 */
export async function withdrawCustomer(tx: Db, clock: Clock, userId: number): Promise<void> {
  await lockActiveAccount(tx, userId)
  const days = await listDaysOfCustomer(tx, userId)
  if (days.length === 0) return
  const now = await lockDays(tx, clock, days)
  await endEntries(tx, now, 'user_id', userId)
  await releaseIdleHolds(tx, now, ['user_id', userId])
  for (const day of days) await offerFreeSpots(tx, now, day)
}
