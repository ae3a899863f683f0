import type { BookingEvent } from '@arcadia/contract/bookings'
import { formatMoment } from '../../ui/moment.ts'

/** What happened to a booking, by the clock at the venue. */
export function EventList({ events }: { events: readonly BookingEvent[] }) {
  return (
    <ol className="num grid gap-[0.85rem] leading-[1.4]">
      {events.map(({ happenedAt, description }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history is only ever added to
        <li key={index} className="border-line border-l-3 pl-[0.9rem]">
          {description}
          <time className="block text-ink-2 text-small" dateTime={happenedAt.toISOString()}>
            {formatMoment(happenedAt)} Eastern
          </time>
        </li>
      ))}
    </ol>
  )
}
