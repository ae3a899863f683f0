import type { FastifyReply } from 'fastify'
import { ALL, type Announcements } from '../../database/announcements.ts'
import type { EventStreams } from '../../http/event-stream.ts'

/** Tells an open calendar which dates changed (migration 0006 announces them), until it goes away. */
export function streamDates(announcements: Announcements, streams: EventStreams, reply: FastifyReply): void {
  const stream = streams.open(reply, () => stop())
  const stop = announcements.on('availability', (payload) =>
    payload === ALL ? stream.send('all', {}) : stream.send('dates', { dates: [payload] }),
  )
  stream.send('all', {})
}
