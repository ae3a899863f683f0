import type { BookingEvent } from '@arcadia/contract/bookings'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatMoment } from '../../ui/moment.ts'

/** The history of a booking, in venue time. */
export function EventList({ events }: { events: readonly BookingEvent[] }) {
  return (
    <ol className="num grid gap-[0.85rem] leading-[1.4]">
      {events.map(({ happenedAt, description }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: append-only
        <li key={index} className="border-line border-l-3 pl-[0.9rem]">
          {unbroken(description)}
          <time className="block text-ink-2 text-small" dateTime={happenedAt.toISOString()}>
            {unbroken(formatMoment(happenedAt))}
          </time>
        </li>
      ))}
    </ol>
  )
}
