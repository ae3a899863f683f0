import { untilOpening } from '@arcadia/contract/availability'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { WaitlistEntry } from '@arcadia/contract/waitlist'
import type { Base } from '../../base.ts'
import { inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { subscribeAgain } from '../../mail/unsubscriptions.ts'
import { getUser, lockActiveAccount } from '../accounts/accounts.writes.ts'
import { claimsOfDay, refusalOf } from '../availability/availability.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { releaseOffer } from '../holds/holds.writes.ts'
import { bookedOfDay, endEntries, findEntry, insertEntry, listEntriesOf, listWaitedDays } from './waitlist.store.ts'
import { offerFreeSpots } from './waitlist.writes.ts'

const NOT_FOR_TESTS = "A test booking can't wait for a spot. Pick a day with room."

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
        // An offer has the prices of any guest's (docs/rules.md §9.11).
        const { tests_for, email } = await getUser(tx, userId)
        if (tests_for !== null) throw new AppError('date-not-bookable', { message: NOT_FOR_TESTS })
        const now = await lockDays(tx, clock, [selectedDate])
        await offerFreeSpots(tx, now, selectedDate)
        const config = await getConfig(tx)
        const opens = untilOpening(venueDate(now), config)
        if (opens) throw new AppError('date-not-bookable', { message: opens })
        const claims = await claimsOfDay(tx, now, selectedDate, userId)
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
        if (email !== null) await subscribeAgain(tx, email, 'waitlist-offer')
        // Read inside the transaction, because another tab may end the entry right after the commit.
        return (await listEntriesOf(tx, userId, now)).find((entry) => entry.id === id)!
      }).catch(refuseTaken('waitlist_one_a_day', 'already-waiting'))
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
