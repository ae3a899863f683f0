import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Cents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { DAY_MS } from '../../clock.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordBookingEvent, setBookingStatus } from './book-hold.service.ts'
import { applyChange } from './booking-change.ts'
import { awaitedUntil, tripStart } from './bookings.rules.ts'
import { cancelled } from './cancel-booking.service.ts'
import {
  findMissingUntil,
  keepAwaitedUntil,
  listDaysToLetGo,
  listToLetGo,
  updateDepositUntil,
} from './due-bookings.store.ts'

/**
 * Bookings awaiting a deposit: PENDING, with the spots held until a time (docs/rules.md §19.2). These functions run in the
 * caller's transaction, under the day's lock.
 */

/** @throws AppError `invalid-input` if no deposit is due, or the time is past or after the start of the trip */
export function checkUntil(until: Date, now: Date, day: TripDate, due: Cents): void {
  const message =
    due <= 0
      ? 'No deposit is due on this booking.'
      : until <= now
        ? 'Please choose a time in the future.'
        : until > tripStart(day) && 'Please choose a time before the trip.'
  if (message) throw new AppError('invalid-input', { message, path: 'depositUntil' })
}

export async function awaitDeposit(tx: Db, now: Date, id: number, until: Date): Promise<void> {
  await updateDepositUntil(tx, now, id, until)
  await recordBookingEvent(tx, now, id, 'deposit-awaited', awaitedUntil(until))
}

/** Confirms a booking when its deposit is paid. */
export async function confirmAwaited(
  tx: Db,
  now: Date,
  { id, email }: Pick<AdminBooking, 'id' | 'email'>,
): Promise<void> {
  await keepAwaitedUntil(tx, id)
  await setBookingStatus(tx, now, id, 'CONFIRMED', null)
  await recordBookingEvent(tx, now, id, 'status-confirmed', 'Confirmed: the deposit is paid.')
  await enqueueMail(tx, now, { kind: 'booking-confirmed', to: email, params: { bookingId: id } })
}

/**
 * Waits for the deposit again if what is left of the payments doesn't cover it after one was taken back, until the time of before,
 * or a day from now if that has passed (docs/rules.md §19.7). A trip that has begun stays as it is.
 */
export async function awaitAgain(tx: Db, now: Date, { id, email, selectedDate, status }: AdminBooking): Promise<void> {
  const awaited = status === 'CONFIRMED' && (await findMissingUntil(tx, id))
  if (!awaited || tripStart(selectedDate) <= now) return
  const again = awaited > now ? awaited : new Date(now.getTime() + DAY_MS)
  const until = new Date(Math.min(again.getTime(), tripStart(selectedDate).getTime()))
  await setBookingStatus(tx, now, id, 'PENDING', 'Waiting for the deposit')
  await awaitDeposit(tx, now, id, until)
  await enqueueMail(tx, now, { kind: 'deposit-awaited', to: email, params: { bookingId: id }, byStaff: true })
}

/**
 * Releases spots whose deposit was not paid in time and offers them to the waitlist. A payment in progress keeps them until
 * its outcome; the day's lock decides which comes first.
 */
export async function letGoUnpaid({ db, clock, ownerEmail }: Pick<Base, 'db' | 'clock' | 'ownerEmail'>): Promise<void> {
  for (const day of await listDaysToLetGo(db, clock.now()))
    await inTransaction(db, clock, async (tx) => {
      const now = await lockDays(tx, clock, [day])
      for (const id of await listToLetGo(tx, now, day))
        await applyChange(tx, now, { ownerEmail }, cancelled, { booking: id, by: 'depositMissed', asked: {} })
    })
}
