import { type AdminBooking, DEPOSIT_MISSED } from '@arcadia/contract/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { tellOwner } from '../owner-notices/tell-owner.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'
import { cancelBooking, recordBookingEvent, setBookingStatus } from './book-hold.service.ts'
import { awaitedUntil, tripStart } from './bookings.rules.ts'
import { isDayBeingMoved } from './bookings.store.ts'
import { listDaysToLetGo, listToLetGo, updateDepositUntil } from './due-bookings.store.ts'

/**
 * A booking that waits for its deposit: PENDING, with its spots kept until a time (docs/rules.md §19.2). These functions run in
 * the caller's transaction, under the day's lock.
 */

/** @throws AppError `invalid-input` unless some of the deposit is due, and the time is to come, and before the trip */
export function checkUntil(until: Date, now: Date, day: TripDate, due: Cents): void {
  const message =
    due <= 0
      ? 'No deposit is due, so there is none to wait for.'
      : until <= now
        ? 'Please choose a time that is still to come.'
        : until > tripStart(day) && 'Please choose a time before the trip.'
  if (message) throw new AppError('invalid-input', { message, path: 'depositUntil' })
}

export async function awaitDeposit(tx: Db, now: Date, id: number, until: Date): Promise<void> {
  await updateDepositUntil(tx, now, id, until)
  await recordBookingEvent(tx, now, id, 'deposit-awaited', awaitedUntil(until))
}

/**
 * Refuses money that a booking does not wait for: none or less is owed, or it would not confirm a booking whose deposit is
 * waited for.
 * @throws AppError `nothing-owed`, `more-than-owed`, `payment-differs`
 */
export function refuseUnlessOwed(booking: AdminBooking, amount: Cents, now: Date): void {
  const { status, pendingAmount: owed, depositAmount, paidAmount, depositUntil } = booking
  if (status === 'CANCELLED')
    throw new AppError('nothing-owed', { message: 'This booking was cancelled, so nothing is owed.' })
  const isAwaited = depositUntil !== null && depositUntil > now
  if (owed === 0 || (status !== 'CONFIRMED' && status !== 'COMPLETED' && !isAwaited)) throw new AppError('nothing-owed')
  const refuse = (code: 'more-than-owed' | 'payment-differs', message: string) =>
    new AppError(code, { message, path: 'amount' })
  if (amount > owed) throw refuse('more-than-owed', `No more than ${formatCents(owed)} is owed.`)
  const deposit = depositAmount - paidAmount
  if (isAwaited && amount < deposit)
    throw refuse(
      'payment-differs',
      `The spots are kept for the ${formatCents(deposit)} deposit. Please pay at least that.`,
    )
}

/** Nobody should pay a deposit for a trip that will not happen; who has paid is asked what they want (docs/rules.md §2.14). */
export const isCalledOff = async (db: Db, { status, selectedDate }: Pick<AdminBooking, 'status' | 'selectedDate'>) =>
  status === 'PENDING' && (await isDayBeingMoved(db, selectedDate))

/** The deposit that was waited for is paid. */
export async function confirmAwaited(
  tx: Db,
  now: Date,
  { id, email }: Pick<AdminBooking, 'id' | 'email'>,
): Promise<void> {
  await setBookingStatus(tx, now, id, 'CONFIRMED', null)
  await recordBookingEvent(tx, now, id, 'status-confirmed', 'Confirmed: the deposit is paid.')
  await enqueueMail(tx, now, { kind: 'booking-confirmed', to: email, params: { bookingId: id } })
}

/**
 * Lets the spots go whose deposit was not paid in time, those who wait for the day first. A payment under way keeps them until
 * its outcome, which the day's lock decides: whoever paid has the booking.
 */
export async function letGoUnpaid({ db, clock, ownerEmail }: Pick<Base, 'db' | 'clock' | 'ownerEmail'>): Promise<void> {
  for (const day of await listDaysToLetGo(db, clock.now()))
    await inTransaction(db, clock, async (tx) => {
      const now = await lockDays(tx, clock, [day])
      for (const { id, email } of await listToLetGo(tx, now, day)) {
        await cancelBooking(tx, now, id, DEPOSIT_MISSED)
        const params = { bookingId: id }
        await enqueueMail(tx, now, { kind: 'booking-cancelled', to: email, params })
        await tellOwner(tx, now, ownerEmail, { kind: 'deposit-missed-notice', params })
      }
      await offerFreeSpots(tx, now, day)
    })
}
