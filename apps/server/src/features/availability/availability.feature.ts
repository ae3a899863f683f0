import * as calls from '@arcadia/contract/availability'
import type { FastifyReply } from 'fastify'
import type { Base } from '../../base.ts'
import { ALL } from '../../database/announcements.ts'
import type { Feature } from '../../feature.ts'
import { serve, serveRemembered } from '../../http/bind-endpoint.ts'
import { eventText } from '../../http/event-stream.ts'
import { createAvailability } from './availability.service.ts'

export function availabilityFeature(deps: Pick<Base, 'db' | 'clock' | 'announcements' | 'streams'>) {
  const availability = createAvailability(deps)
  const calendars = deps.streams.crowd((dates) =>
    dates.includes(ALL) ? eventText('all', {}) : eventText('dates', { dates }),
  )
  deps.announcements.on('availability', (date) => void calendars.tell(date))

  /** Streams changed dates (announced by `guard_exit` in `migrations/functions/guard.sql`) to an open calendar until it disconnects. */
  function openCalendar(reply: FastifyReply): void {
    const stream = deps.streams.open(reply, () => calendars.members.delete(stream))
    calendars.members.add(stream)
    stream.send('all', {})
  }

  return {
    name: 'availability',
    api: availability,
    endpoints: [
      serve(calls.listBookedDates, () => availability.bookedDates()),
      serveRemembered(calls.getAvailabilityRange, ({ query: { startDate, endDate } }) =>
        availability.range(startDate, endDate),
      ),
      serve(calls.getAvailability, ({ params }) => availability.day(params.date)),
      serve(calls.streamAvailability, ({ reply }) => openCalendar(reply) as undefined),
    ],
  } satisfies Feature
}
