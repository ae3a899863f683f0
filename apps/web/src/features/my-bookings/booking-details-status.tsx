import type { Booking } from '@arcadia/contract/bookings'
import { StatusTag } from '../../ui/tag.tsx'
import { awaitsPayment } from './manage-bookings.rules.ts'

/** A booking's status. If the owner set it to pending, it says what it is waiting for (docs/rules.md §2.13). */
export function BookingStatusTag({ booking }: { booking: Booking }) {
  const waits = booking.status === 'PENDING' && !awaitsPayment(booking)
  const label = booking.depositUntil ? 'Waiting for your deposit' : 'Waiting for the guide'
  return <StatusTag status={booking.status} {...(waits && { label })} />
}
