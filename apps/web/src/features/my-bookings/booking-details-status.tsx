import type { Booking } from '@arcadia/contract/bookings'
import { StatusTag } from '../../ui/tag.tsx'
import { awaitsPayment } from './manage-bookings.rules.ts'

/** A booking's status; one that the owner set to pending says whom it waits for (docs/rules.md §2.13). */
export function BookingStatusTag({ booking }: { booking: Booking }) {
  const waitsForGuide = booking.status === 'PENDING' && !awaitsPayment(booking)
  return <StatusTag status={booking.status} {...(waitsForGuide && { label: 'Waiting for the guide' })} />
}
