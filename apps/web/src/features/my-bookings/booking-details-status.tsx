import type { Booking } from '@arcadia/contract/bookings'
import { tookPlace } from '@arcadia/contract/trip-over'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { StatusTag } from '../../ui/tag.tsx'
import { OUTCOMES } from '../bookings/trip-outcome.tsx'
import { awaitsPayment, type Waiting } from './manage-bookings.rules.ts'

/**
 * A booking's status. Pending, it says what it is waiting for; a no-show's is said kindly (docs/rules.md §2.13), a called-off day
 * isn't green, and a trip that took place is completed before it is marked.
 */
export function BookingStatusTag({ booking }: { booking: Waiting & Pick<Booking, 'outcome' | 'selectedDate'> }) {
  const { business } = useSiteData()
  const now = useMinute()
  const waits = booking.status === 'PENDING' && !awaitsPayment(booking)
  const label = booking.depositUntil ? 'Waiting for your deposit' : 'Waiting for the guide'
  if (booking.outcome === 'CALLED_OFF') return <StatusTag status="CANCELLED" label={OUTCOMES.CALLED_OFF} />
  if (booking.outcome === 'NO_SHOW') return <StatusTag status="CLOSED" label="Missed trip" />
  if (tookPlace(booking, business, now)) return <StatusTag status="COMPLETED" />
  return <StatusTag status={booking.status} {...(waits && { label })} />
}
