import type { FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import { ALL, type Announcements, type Channel } from '../database/announcements.ts'
import type { Db } from '../database/transaction.ts'
import { openEventStream } from './event-stream.ts'
import { isSessionOpen, type SignedIn } from './sessions.ts'

/** A private stream outlives no revocation by more than this (decisions §4). */
const CHECK_EVERY_MS = 30_000

export interface PrivateStream {
  /**
   * Tells one page of somebody's that something changed, and nothing of what it is, until the page goes away or the
   * session ends.
   * @param concerns whether a payload of the channel is meant for them
   */
  serve(user: SignedIn, reply: FastifyReply, channel: Channel, concerns: (payload: string) => boolean): void
}

export function createPrivateStream(deps: {
  db: Db
  clock: Clock
  announcements: Announcements
  checkEveryMs?: number | undefined
}): PrivateStream {
  const { db, clock, announcements, checkEveryMs = CHECK_EVERY_MS } = deps
  return {
    serve(user, reply, channel, concerns) {
      const onEnd = () => {
        clearInterval(checking)
        stop()
      }
      const stream = openEventStream(reply, { closing: announcements.closing, onEnd })
      const stop = announcements.on(channel, (payload) => {
        if (payload === ALL || concerns(payload)) stream.send('changed', {})
      })
      const checking = setInterval(async () => {
        // A database that is away revokes nothing: it is asked again.
        const isOpen = await isSessionOpen(db, clock.now(), user.tokenHash).catch(() => true)
        if (!isOpen) stream.end()
      }, checkEveryMs)
      stream.send('changed', {})
    },
  }
}
