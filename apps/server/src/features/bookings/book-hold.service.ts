import type { BookingData, BookingStatus } from '@arcadia/contract/bookings'
import type { Db } from '../../database/transaction.ts'
import { addBookingEvent, insertBooking, setBookingStatus } from './bookings.store.ts'
import { quoteOfHold } from './holds.rules.ts'
import { consumeHoldRow, findHold, type HoldRow } from './holds.store.ts'

/** What the payments write of bookings, each in the caller's transaction and under the day's lock. */

/** An own hold, or nothing. */
export async function findHoldToPay(tx: Db, userId: number, id: string): Promise<HoldRow | undefined> {
  return findHold(tx, userId, id)
}

/** The one place where a hold becomes a booking. Answers the booking's id. */
export async function bookHold(
  tx: Db,
  now: Date,
  hold: HoldRow,
  data: BookingData,
  status: BookingStatus,
): Promise<number> {
  const { total, deposit } = quoteOfHold(hold, data.packageType, hold.number_of_guests)
  const booking = await insertBooking(tx, {
    user_id: hold.user_id,
    trip_date: hold.trip_date,
    number_of_guests: hold.number_of_guests,
    package_type: data.packageType,
    first_name: data.firstName,
    last_name: data.lastName,
    email: data.email,
    phone: data.phone,
    total_cents: total,
    deposit_cents: deposit,
    status,
    terms_version: data.termsVersion ?? null,
    terms_accepted_at: data.termsVersion ? now : null,
    created_at: now,
    updated_at: now,
  })
  await consumeHoldRow(tx, now, hold.id, booking.id)
  const description = status === 'PENDING' ? 'Booked; the payment is being confirmed.' : 'Booked.'
  await addBookingEvent(tx, now, booking.id, 'created', description)
  return booking.id
}

export async function confirmBooking(tx: Db, now: Date, id: number): Promise<void> {
  await setBookingStatus(tx, now, id, 'CONFIRMED', null)
}

export async function cancelBooking(tx: Db, now: Date, id: number, reason: string): Promise<void> {
  await setBookingStatus(tx, now, id, 'CANCELLED', reason)
  await addBookingEvent(tx, now, id, 'cancelled', reason)
}

/** Adds to the history that the customer and the owner see. */
export async function recordBookingEvent(
  tx: Db,
  now: Date,
  bookingId: number,
  kind: string,
  description: string,
): Promise<void> {
  await addBookingEvent(tx, now, bookingId, kind, description)
}
