import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { refuseDate } from '../availability/availability.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'
import { recordBookingEvent } from './book-hold.service.ts'
import { moveBooking } from './bookings.store.ts'

/**
 * Moves a booking with its deposit to another open date; the caller checks permission and holds the locks of both days. The
 * new date's waitlist comes first (docs/rules.md §2.11).
 * @param byStaff someone who works here moves it
 * @throws AppError `date-not-bookable`, `not-enough-spots`
 */
export async function moveToDate(
  tx: Db,
  now: Date,
  booking: AdminBooking & { userId: number },
  newDate: TripDate,
  byStaff = false,
): Promise<void> {
  const { id: bookingId, selectedDate: oldDate, numberOfGuests, userId, email } = booking
  if (newDate === oldDate)
    throw new AppError('date-not-bookable', { message: `The booking is already on ${formatFullDate(oldDate)}.` })
  await offerFreeSpots(tx, now, newDate)
  const refusal = await refuseDate(tx, now, newDate, numberOfGuests, userId)
  if (refusal) throw refusal
  await moveBooking(tx, now, bookingId, newDate)
  const description = `${byStaff ? 'Moved by the guide' : 'Moved'} from ${formatFullDate(oldDate)} to ${formatFullDate(newDate)}.`
  await recordBookingEvent(tx, now, bookingId, 'rescheduled', description)
  if (booking.status === 'PENDING')
    await enqueueMail(tx, now, { kind: 'deposit-awaited', to: email, params: { bookingId }, byStaff })
  else await enqueueMail(tx, now, { kind: 'booking-rescheduled', to: email, params: { bookingId, oldDate }, byStaff })
}
