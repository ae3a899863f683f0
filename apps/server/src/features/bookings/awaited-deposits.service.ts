import type { Cents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import { DAY_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { applyChange, bookingChange, type Runner } from './booking-change.writes.ts'
import { awaitedUntil } from './bookings.rules.ts'
import { findBooking } from './bookings.store.ts'
import { setBookingStatus } from './bookings.writes.ts'
import { findTripStart } from './change-bookings.store.ts'
import { findMissingUntil, updateDepositUntil } from './due-bookings.store.ts'
import type { LockedBooking } from './lock-booking.writes.ts'

/**
 * Bookings awaiting a deposit: PENDING, with the spots held until a time (docs/rules.md §19.2). These functions run in the
 * caller's transaction, under the day's lock.
 */

/** @throws AppError `invalid-input` if no deposit is due, or the time is past or after the start of the trip */
export async function checkUntil(tx: Db, until: Date, now: Date, day: TripDate, due: Cents): Promise<void> {
  const message =
    due <= 0
      ? 'No deposit is due on this booking.'
      : until <= now
        ? 'Please choose a time in the future.'
        : until > (await findTripStart(tx, day)) && 'Please choose a time before the trip.'
  if (message) throw new AppError('invalid-input', { message, path: 'depositUntil' })
}

export const depositAwaited = bookingChange<'staff' | 'takenBack', { until: Date }>({
  name: 'deposit-awaited',
  by: {
    staff: { who: 'the owner or the office', guest: 'deposit-awaited', owner: null },
    takenBack: { who: 'a payment that was taken back', guest: 'deposit-awaited', owner: null },
  },
  frees: false,
  waitsForPayment: () => false,
  async write({ tx, now, booking: { id, depositUntil }, by, asked: { until } }) {
    if (by === 'takenBack') await setBookingStatus(tx, now, id, 'PENDING', 'Waiting for the deposit')
    await updateDepositUntil(tx, now, id, until)
    return { says: awaitedUntil(until), before: { depositUntil }, after: { depositUntil: until } }
  },
})

/**
 * While its day was called off no deposit was taken, so one that is awaited has a day from now, or the time of before if that is
 * later, at most until the trip begins, unless its hour has passed already. Returns until when; undefined if none is awaited.
 */
export async function awaitOnDay(tx: Db, now: Date, id: number, day: TripDate): Promise<Date | undefined> {
  const { depositUntil } = (await findBooking(tx, id))!
  if (!depositUntil) return undefined
  const start = await findTripStart(tx, day)
  const latest = Math.max(depositUntil.getTime(), now.getTime() + DAY_MS)
  const until = new Date(start > now ? Math.min(latest, start.getTime()) : latest)
  await updateDepositUntil(tx, now, id, until)
  return until
}

/**
 * Waits for the deposit again if what is left of the payments doesn't cover it after one was taken back, until the time of before,
 * or a day from now if that has passed (docs/rules.md §19.7). A trip that has begun stays as it is.
 */
export async function awaitAgain(
  tx: Db,
  now: Date,
  deps: Runner,
  { booking, adminId }: { booking: LockedBooking; adminId: number },
): Promise<void> {
  const start = await findTripStart(tx, booking.selectedDate)
  const awaited = booking.status === 'CONFIRMED' && (await findMissingUntil(tx, booking.id))
  if (!awaited || start <= now) return
  const again = awaited > now ? awaited : new Date(now.getTime() + DAY_MS)
  const until = new Date(Math.min(again.getTime(), start.getTime()))
  await applyChange(tx, now, deps, depositAwaited, { booking, by: 'takenBack', adminId }, { until })
}
