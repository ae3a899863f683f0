import type { BookingEvent } from '@arcadia/contract/bookings'
import { formatDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../session.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { bookingEventsQuery } from './booking-details.queries.ts'

/** What happened to a booking, by the clock at the venue. */
export function BookingDetailsHistory({ bookingId }: { bookingId: number }) {
  const { token } = useSession()
  const { data: events, error, refetch } = useQuery(bookingEventsQuery(bookingId, token!))
  if (!events && error) return <TryAgainBanner error={error} onRetry={() => refetch()} />
  if (!events) return <Skeleton className="h-12 w-full" />
  return <EventList events={events} />
}

export function EventList({ events }: { events: readonly BookingEvent[] }) {
  return (
    <ol className="history num">
      {events.map(({ happenedAt, description }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history is only ever added to
        <li key={index}>
          {description}
          <time dateTime={happenedAt.toISOString()}>
            {formatDate(venueDate(happenedAt))}, {formatVenueTime(happenedAt)} Eastern
          </time>
        </li>
      ))}
    </ol>
  )
}
