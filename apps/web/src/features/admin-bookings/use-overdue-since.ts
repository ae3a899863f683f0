import type { AdminBooking } from '@arcadia/contract/bookings'
import { overdueSince } from '@arcadia/contract/site/business-words'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../api/clock.ts'
import { businessFactsQuery } from '../business/business.queries.ts'

/** Since when a booking's balance is overdue. */
export type OverdueSince = (booking: AdminBooking) => TripDate | undefined

/** Until it is known when balances are due, nothing counts as overdue. */
export function useOverdueSince(): OverdueSince {
  const facts = useQuery(businessFactsQuery).data?.facts
  const today = venueDate(serverNow())
  return (booking) => facts && overdueSince(facts, booking, today)
}
