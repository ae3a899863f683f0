import type { FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import { ALL, type Announcements, type Channel } from '../database/announcements.ts'
import type { Db } from '../database/transaction.ts'
import type { EventStreams } from './event-stream.ts'
import { isSessionOpen, type SignedIn } from './sessions.ts'

/** How often an open stream's session is checked for expiry. */
export const CHECK_EVERY_MS = 30_000

export type PrivateStream = ReturnType<typeof createPrivateStream>

export function createPrivateStream(deps: {
  db: Db
  clock: Clock
  announcements: Announcements
  streams: EventStreams
}) {
  const { db, clock, announcements, streams } = deps
  return {
    /**
     * Notifies one page of a user that something changed, without saying what, until the page disconnects or the session
     * ends in any process.
     * @param concerns whether a payload of the channel is about this user
     */
    serve(user: SignedIn, reply: FastifyReply, channel: Channel, concerns: (payload: string) => boolean): void {
      const stream = streams.open(reply, () => {
        clearInterval(checking)
        stopNews()
        stopEnds()
      })
      const check = async () => {
        // A database failure does not end the session; the next check asks again.
        const isOpen = await isSessionOpen(db, clock.now(), user.tokenHash).catch(() => true)
        if (!isOpen) stream.end()
      }
      const stopNews = announcements.on(channel, (payload) => {
        if (payload === ALL || concerns(payload)) stream.send('changed', {})
      })
      const stopEnds = announcements.on('session', (payload) => {
        if (payload === ALL || payload === String(user.id)) void check()
      })
      const checking = setInterval(check, CHECK_EVERY_MS)
      stream.send('changed', {})
      // The session may have ended between the request's check and the subscription.
      void check()
    },
  }
}
