import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import type { TripDate } from '@arcadia/contract/trip-date'

/** The confirmation shown before a status change; other changes apply at once and can be undone. */
export type StatusQuestion = 'cancel' | 'confirm' | 'complete-early'

/** Confirming and cancelling email the customer; undoing COMPLETED tells them nothing new. */
export function questionBefore(
  { status: from, selectedDate }: Pick<AdminBooking, 'status' | 'selectedDate'>,
  to: BookingStatus,
  today: TripDate,
): StatusQuestion | undefined {
  if (to === 'CANCELLED') return 'cancel'
  if (to === 'CONFIRMED' && from !== 'COMPLETED') return 'confirm'
  return to === 'COMPLETED' && selectedDate > today ? 'complete-early' : undefined
}
