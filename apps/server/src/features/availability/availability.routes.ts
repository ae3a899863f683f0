import {
  getAvailability,
  getAvailabilityRange,
  listBookedDates,
  streamAvailability,
} from '@arcadia/contract/availability'
import type { Announcements } from '../../database/announcements.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { EventStreams } from '../../http/event-stream.ts'
import type { Availability } from './availability.service.ts'
import { streamDates } from './availability.stream.ts'

export function availabilityRoutes(
  bind: Bind,
  deps: {
    availability: Availability
    announcements: Announcements
    streams: EventStreams
  },
): void {
  const { availability, announcements, streams } = deps
  bind(listBookedDates, () => availability.bookedDates())
  bind(getAvailabilityRange, ({ query }) => availability.range(query.startDate, query.endDate))
  bind(getAvailability, ({ params }) => availability.day(params.date))
  bind(streamAvailability, ({ reply }) => streamDates(announcements, streams, reply) as undefined)
}
