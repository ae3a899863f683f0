import type { Booking } from '@arcadia/contract/bookings'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { StatusTag } from '../../ui/tag.tsx'
import { OUTCOMES } from '../bookings/trip-outcome.tsx'
import { isOver } from '../bookings/trip-to-do.ts'
import { awaitsPayment, type Waiting } from './manage-bookings.rules.ts'

/**
 * A booking's status. Pending, it says what it is waiting for; a no-show's is said kindly (docs/rules.md §2.13), a called-off day
 * isn't green, and a trip that is over but not marked yet has none.
 */
export function BookingStatusTag({ booking }: { booking: Waiting & Pick<Booking, 'outcome' | 'selectedDate'> }) {
  const { business } = useSiteData()
  const now = useMinute()
  const waits = booking.status === 'PENDING' && !awaitsPayment(booking)
  const label = booking.depositUntil ? 'Waiting for your deposit' : 'Waiting for the guide'
  if (booking.outcome === 'CALLED_OFF') return <StatusTag status="CANCELLED" label={OUTCOMES.CALLED_OFF} />
  if (booking.outcome === 'NO_SHOW') return <StatusTag status="CLOSED" label="Missed trip" />
  if (booking.status === 'CONFIRMED' && isOver(booking, business, now)) return null
  return <StatusTag status={booking.status} {...(waits && { label })} />
}
