import type { AdminBooking } from '@arcadia/contract/bookings'
import { overdueSince } from '@arcadia/contract/site/business-words'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../api/clock.ts'
import { businessFactsQuery } from '../business/business.queries.ts'

/** Since when a booking's balance is overdue. */
export type OverdueSince = (booking: AdminBooking) => TripDate | undefined

/** Undefined where the owner has set no due date; until that is known nothing counts as overdue. */
export function useOverdueSince(): OverdueSince | undefined {
  const facts = useQuery(businessFactsQuery).data?.facts
  if (facts && typeof facts.balanceDueDays !== 'number') return undefined
  const today = venueDate(serverNow())
  return (booking) => facts && overdueSince(facts, booking, today)
}
