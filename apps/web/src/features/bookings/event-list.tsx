import type { BookingEvent } from '@arcadia/contract/bookings'
import { formatDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'

/** What happened to a booking, by the clock at the venue. */
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
