import { addDays, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import type { Reminder } from '../../feature.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { closeCaller } from '../accounts/customers.writes.ts'
import { blankValues } from '../audit-log/audit-log.writes.ts'
import { applyChange, bookingChange, type Runner } from './booking-change.writes.ts'
import { EVIDENCE_DAYS } from './bookings.rules.ts'
import { cancelled } from './cancel-booking.service.ts'
import {
  blankBookings,
  completeBooking,
  hasNamedBooking,
  listDaysToLetGo,
  listToLetGo,
  listToRemind,
  listTripsBefore,
  markReminded,
} from './due-bookings.store.ts'

/** What time does to bookings. Several processes may do it at once. */
type Sweep = Pick<Base, 'db' | 'clock'>

/**
 * Releases spots whose deposit was not paid in time and offers them to the waitlist. A payment in progress keeps them until
 * its outcome; the day's lock decides which comes first.
 */
export async function letGoUnpaid(deps: Runner & Sweep): Promise<void> {
  const { db, clock } = deps
  for (const day of await listDaysToLetGo(db, clock.now()))
    await inTransaction(db, clock, async (tx) => {
      const now = await lockDays(tx, clock, [day])
      for (const id of await listToLetGo(tx, now, day))
        await applyChange(tx, now, deps, cancelled, { booking: id, by: 'depositMissed' }, {})
    })
}

export const completed = bookingChange<'time', undefined>({
  name: 'completed',
  by: { time: { who: 'the morning after the trip', guest: null, owner: null } },
  frees: false,
  waitsForPayment: () => false,
  // It may have moved since it was listed, to a day that this transaction has not locked.
  isDone: ({ booking, now }) => booking.status !== 'CONFIRMED' || booking.selectedDate >= venueDate(now),
  async write({ tx, now, booking }) {
    const isFirst = await completeBooking(tx, now, booking.id, venueDate(now))
    if (!isFirst) return undefined
    return { says: booking.outcome === 'NO_SHOW' ? 'No-show. The deposit is kept.' : 'The trip took place.' }
  },
})

/** Turns CONFIRMED into COMPLETED the morning after the trip, once. Skips called-off days. */
export async function completeTrips(deps: Runner & Sweep): Promise<void> {
  const { db, clock } = deps
  for (const { id, trip_date } of await listTripsBefore(db, venueDate(clock.now())))
    await inTransaction(db, clock, async (tx) => {
      const now = await lockDays(tx, clock, [trip_date])
      await applyChange(tx, now, deps, completed, { booking: id, by: 'time' }, undefined)
    })
}

/** Emails the reminders of all features, each once per booking and date (docs/rules.md §8.2). */
export async function remind(deps: Sweep & { listReminders(now: Date): Promise<readonly Reminder[]> }): Promise<void> {
  const { db, clock } = deps
  const startedAt = clock.now()
  for (const reminder of await deps.listReminders(startedAt))
    for (const { id, trip_date, about, email } of await listToRemind(db, startedAt, reminder))
      await inTransaction(db, clock, async (tx) => {
        const now = await lockDays(tx, clock, [trip_date])
        if (await markReminded(tx, now, reminder, id, trip_date))
          await enqueueMail(tx, now, { ...reminder.mail({ bookingId: id, tripDate: trip_date }, about), to: email })
      })
}

/** Blanks bookings of closed accounts and of callers without email, 24 months after the trip (docs/rules.md §4.10). */
export async function blankOld(
  deps: Sweep & {
    /** Erases the personal data that other features keep about a booking. */
    blankOthers(tx: Db, now: Date, bookingIds: readonly number[]): Promise<void>
  },
): Promise<void> {
  await inTransaction(deps.db, deps.clock, async (tx, now) => {
    const blanked = await blankBookings(tx, now, addDays(venueDate(now), -EVIDENCE_DAYS))
    if (blanked.length === 0) return
    await blankValues(tx, now, 'booking', blanked)
    const ids = blanked.map(({ id }) => id)
    await deps.blankOthers(tx, now, ids)
    for (const { userId } of blanked) await closeCaller(tx, now, userId, () => hasNamedBooking(tx, userId))
  })
}
