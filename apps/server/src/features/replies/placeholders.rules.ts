import type { Placeholder } from '@arcadia/contract/admin/messages'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { anglers } from '@arcadia/contract/riders'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { nameInMail } from '../../mail/letter.ts'

type Booked = Pick<
  AdminBooking,
  'firstName' | 'selectedDate' | 'numberOfGuests' | 'confirmationNumber' | 'status' | 'pendingAmount'
>

/** The value of each placeholder in messages to a booking's customer. */
export function placeholdersOf(booking: Booked): Record<Placeholder, string> {
  return {
    '{name}': nameInMail(booking.firstName, null),
    '{date}': formatFullDate(booking.selectedDate),
    '{anglers}': anglers(booking.numberOfGuests),
    '{number}': booking.confirmationNumber,
    '{due}': formatCents(booking.pendingAmount),
  }
}
