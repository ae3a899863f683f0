import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { EventList } from '../bookings/event-list.tsx'
import { bookingEventsQuery } from './booking-details.queries.ts'

/** What happened to the booking, newest last. */
export function BookingDetailsHistory({ bookingId }: { bookingId: number }) {
  return (
    <Loaded query={useQuery(bookingEventsQuery(bookingId))} height="h-12" isQuiet>
      {(events) => <EventList events={events} />}
    </Loaded>
  )
}
