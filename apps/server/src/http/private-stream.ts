import type { FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import { ALL, type Announcements, type Channel } from '../database/announcements.ts'
import type { Db } from '../database/transaction.ts'
import type { EventStreams } from './event-stream.ts'
import { isSessionOpen, type SignedIn } from './sessions.ts'

/** How often an open stream's session is checked, because it may have expired. */
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
     * Tells one page of somebody's that something changed, and nothing of what it is, until the page goes away or the
     * session ends, in whichever process.
     * @param concerns whether a payload of the channel is meant for them
     */
    serve(user: SignedIn, reply: FastifyReply, channel: Channel, concerns: (payload: string) => boolean): void {
      const stream = streams.open(reply, () => {
        clearInterval(checking)
        stopNews()
        stopEnds()
      })
      const check = async () => {
        // A database that is away revokes nothing: it is asked again.
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
      // The session may have ended between the check and the moment we listened.
      void check()
    },
  }
}
