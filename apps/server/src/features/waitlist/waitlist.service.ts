import { assessDay } from '@arcadia/contract/availability'
import type { BookingConfig } from '@arcadia/contract/configuration'
import type { Page } from '@arcadia/contract/lists'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { AdminWaitlistEntry, WaitlistEntry } from '@arcadia/contract/waitlist'
import type { Base } from '../../base.ts'
import type { Window } from '../../database/read-page.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { lockActiveAccount } from '../accounts/lock-account.service.ts'
import { bookedOfDay, claimsOfDay, groupsOfDay, refusalOf } from '../availability/availability.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { lockUnpaidLimit, placeHold, readUnpaidLimit, releaseOffer } from '../holds/place-hold.service.ts'
import type { UnpaidLimit } from '../holds/unpaid-claims.rules.ts'
import { listWaiting } from './admin-waitlist.store.ts'
import { nextInLine, offerEnd } from './waitlist.rules.ts'
import {
  endEntries,
  endServedEntries,
  findEntry,
  insertEntry,
  listEntriesOf,
  listLine,
  listWaitedDays,
  type WaitingRow,
} from './waitlist.store.ts'

export type Waitlist = ReturnType<typeof createWaitlist>

export function createWaitlist(deps: Pick<Base, 'db' | 'clock' | 'limitsNetworks'>) {
  const { db, clock } = deps

  return {
    /**
     * Joins the line for a day that bookings fill; holds end by themselves (docs/rules.md §2.10).
     * @throws AppError `already-waiting`, `date-has-room`, `date-not-bookable`
     */
    join(
      userId: number,
      { selectedDate, numberOfGuests }: { selectedDate: TripDate; numberOfGuests: number },
      network: string,
    ): Promise<WaitlistEntry> {
      return inTransaction(db, clock, async (tx) => {
        await lockActiveAccount(tx, userId)
        const now = await lockDays(tx, clock, [selectedDate])
        await offerFreeSpots(tx, now, selectedDate)
        const [config, claims] = [await getConfig(tx), await claimsOfDay(tx, now, selectedDate, userId)]
        const refusal = refusalOf(selectedDate, now, config, claims, numberOfGuests)
        if (refusal?.code === 'date-not-bookable') throw refusal
        if (!refusalOf(selectedDate, now, config, await bookedOfDay(tx, selectedDate, userId), numberOfGuests))
          throw new AppError('date-has-room', refusal && { message: refusal.message })
        const id = await insertEntry(tx, {
          user_id: userId,
          trip_date: selectedDate,
          number_of_guests: numberOfGuests,
          network: deps.limitsNetworks ? network : null,
          created_at: now,
        })
        // Read inside the transaction, because another tab may end the entry right after the commit.
        return (await listEntriesOf(tx, userId, now)).find((entry) => entry.id === id)!
      }).catch(refuseTaken('waitlist_one_a_day', 'already-waiting'))
    },

    listOf: (userId: number): Promise<WaitlistEntry[]> => listEntriesOf(db, userId, clock.now()),

    /** The waitlist for the owner. */
    list(window: Window): Promise<Page<AdminWaitlistEntry>> {
      const now = clock.now()
      return listWaiting(db, now, venueDate(now), window)
    },

    /** @throws AppError `waitlist-entry-not-found` */
    async leave(userId: number, id: number): Promise<void> {
      await inTransaction(db, clock, async (tx) => {
        const entry = await findEntry(tx, userId, id)
        if (!entry) throw new AppError('waitlist-entry-not-found')
        const now = await lockDays(tx, clock, [entry.trip_date])
        await releaseOffer(tx, now, entry.id)
        await endEntries(tx, now, 'id', entry.id)
        await offerFreeSpots(tx, now, entry.trip_date)
      })
    },

    /** Offers open spots on every day with a waitlist. */
    async offer(): Promise<void> {
      for (const date of await listWaitedDays(db, venueDate(clock.now())))
        await inTransaction(db, clock, async (tx) => offerFreeSpots(tx, await lockDays(tx, clock, [date]), date))
    },
  }
}

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
  const groups = await groupsOfDay(tx, now, date)
  if (kept?.spots) groups.set(kept.customer, (groups.get(kept.customer) ?? 0) + kept.spots)
  const next = (waiting: readonly WaitingRow[], limit: UnpaidLimit) =>
    nextInLine(
      waiting,
      config,
      groups,
      ({ user_id: customer, network, email, has_paid, number_of_guests }) =>
        network === null ||
        has_paid ||
        limit.mayKeep({ customer, network, email }, ({ offered }) => ({ offered: offered + number_of_guests })),
    )
  if (nextInLine(line, config, groups).length === 0) return
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
