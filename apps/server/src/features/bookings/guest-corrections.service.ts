import type { AdminBooking, Booking, correctBookingEmail, correctGuest } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { dropMails, enqueueMail } from '../../mail/outbox.ts'
import { emailChangesOf } from '../accounts/accounts.rules.ts'
import { correctAddress } from '../accounts/correct-address.service.ts'
import { lockActiveAccount } from '../accounts/lock-account.service.ts'
import { hasPaymentUnderWay } from '../accounts/sessions.service.ts'
import { correctBooking, recordBookingEvent } from './book-hold.service.ts'
import { isToCome } from './bookings.rules.ts'
import type { Bookings } from './bookings.service.ts'
import { findBooking, listDaysOfEmail, replaceEmail } from './bookings.store.ts'
import { withBookingLocked } from './lock-booking.service.ts'

/** Corrections by the customer. The history gets no names or addresses, because it outlives them. */
export function createGuestCorrections(
  deps: Pick<Base, 'db' | 'clock' | 'limits'> & { bookings: Pick<Bookings, 'get'> },
) {
  const { db, clock, bookings } = deps
  return {
    /** @throws AppError `booking-not-found`, `trip-is-over` */
    async correctGuest(
      user: SignedIn,
      id: number,
      { firstName, lastName, phone }: Input<typeof correctGuest>['body'],
    ): Promise<Booking> {
      const read = () => bookings.get(user, id)
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        if (!isToCome(booking, venueDate(now))) throw new AppError('trip-is-over')
        const changed = [
          (firstName !== booking.firstName || lastName !== booking.lastName) && 'the name',
          phone !== booking.phone && 'the phone number',
        ].filter((part) => part !== false)
        if (changed.length === 0) return
        await correctBooking(tx, now, id, { first_name: firstName, last_name: lastName, phone })
        await recordBookingEvent(tx, now, id, 'corrected', `Updated: ${changed.join(', ')}.`)
      })
      return read()
    },

    /**
     * Corrects where a booking's emails go, and sends the confirmation there. If it is the account's own unconfirmed address,
     * the account and its other bookings are corrected too.
     * @throws AppError `booking-not-found`, `trip-is-over`, `email-not-correctable`, `email-taken`, `payment-in-progress`, `too-many-requests`
     */
    async correctEmail(
      user: SignedIn,
      id: number,
      { email }: Input<typeof correctBookingEmail>['body'],
    ): Promise<Booking> {
      const read = () => bookings.get(user, id)
      if ((await read()).email === email) return read()
      await deps.limits.spend(emailChangesOf(user.id))
      await inTransaction(db, clock, async (tx) => {
        await lockActiveAccount(tx, user.id)
        // Lock days before bookings, as everywhere; a balance payment starts under the day's lock.
        const now = await lockDaysOfEmail(tx, clock, (await findBooking(tx, id))!)
        const booking = (await findBooking(tx, id))!
        const from = booking.email ?? ''
        if (from === email) return
        if (!isToCome(booking, venueDate(now))) throw new AppError('trip-is-over')
        // The payment's outcome would still be emailed to the old address.
        if (await hasPaymentUnderWay(tx, user.id)) throw new AppError('payment-in-progress')
        const isOfAccount = await correctAddress(tx, now, user, { from, to: email })
        const old = { userId: user.id, email: from, ...(!isOfAccount && { id }) }
        await correctEmails(tx, now, old, email)
      })
      return read()
    },
  }
}

/** Replaces the email of one or all bookings made with it; upcoming ones are confirmed to the new address. Returns their ids. */
export async function correctEmails(
  tx: Db,
  now: Date,
  old: Parameters<typeof replaceEmail>[2],
  email: string,
  { userId = old.userId, byStaff = false }: { userId?: number | undefined; byStaff?: boolean } = {},
): Promise<number[]> {
  const all = await replaceEmail(tx, now, old, email, userId)
  const ids = all.map(({ id }) => id)
  if (old.email !== null) await dropMails(tx, now, old.email, ids)
  for (const corrected of all) {
    await recordBookingEvent(tx, now, corrected.id, 'corrected', 'Updated: the email address.')
    if (isToCome(corrected, venueDate(now)))
      await enqueueMail(tx, now, {
        kind: corrected.status === 'PENDING' ? 'deposit-awaited' : 'booking-confirmed',
        to: email,
        params: { bookingId: corrected.id },
        byStaff,
      })
  }
  return ids
}

/** Locks the days of a booking and of the customer's other bookings with the same address, before they are corrected. */
export async function lockDaysOfEmail(
  tx: Db,
  clock: Clock,
  { userId, email, selectedDate }: Pick<AdminBooking, 'email' | 'selectedDate'> & { userId: number },
): Promise<Date> {
  return lockDays(tx, clock, [selectedDate, ...(await listDaysOfEmail(tx, userId, email))])
}
