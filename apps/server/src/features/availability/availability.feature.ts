import * as calls from '@arcadia/contract/availability'
import type { FastifyReply } from 'fastify'
import type { Base } from '../../base.ts'
import { ALL, type Announcements } from '../../database/announcements.ts'
import type { Feature } from '../../feature.ts'
import { serve, serveRemembered } from '../../http/bind-endpoint.ts'
import type { EventStreams } from '../../http/event-stream.ts'
import { createAvailability } from './availability.service.ts'

export function availabilityFeature(deps: Pick<Base, 'db' | 'clock' | 'announcements' | 'streams'>) {
  const availability = createAvailability(deps)
  return {
    name: 'availability',
    api: availability,
    endpoints: [
      serve(calls.listBookedDates, () => availability.bookedDates()),
      serveRemembered(calls.getAvailabilityRange, ({ query: { startDate, endDate } }) =>
        availability.range(startDate, endDate),
      ),
      serve(calls.getAvailability, ({ params }) => availability.day(params.date)),
      serve(calls.streamAvailability, ({ reply }) => streamDates(deps.announcements, deps.streams, reply) as undefined),
    ],
  } satisfies Feature
}

/** Tells an open calendar which dates changed (migration 0005 announces them), until it goes away. */
function streamDates(announcements: Announcements, streams: EventStreams, reply: FastifyReply): void {
  const stream = streams.open(reply, () => stop())
  const stop = announcements.on('availability', (payload) =>
    payload === ALL ? stream.send('all', {}) : stream.send('dates', { dates: [payload] }),
  )
  stream.send('all', {})
}
