import type { FastifyReply } from 'fastify'
import type { Clock } from '../../clock.ts'
import { ALL, type Announcements } from '../../database/announcements.ts'
import type { Db } from '../../database/transaction.ts'
import { openEventStream } from '../../http/event-stream.ts'
import { isSessionOpen, type SignedIn } from '../../http/sessions.ts'

/** A private stream outlives no revocation by more than this (decisions §4). */
const CHECK_EVERY_MS = 30_000

export interface CustomerNews {
  /** Serves one page of the caller's until it goes away or the session ends. */
  serve(user: SignedIn, reply: FastifyReply): void
}

/** Tells a customer's open pages that something of theirs changed (migration 0030), and nothing of what it is. */
export function createCustomerNews(deps: {
  db: Db
  clock: Clock
  announcements: Announcements
  checkEveryMs?: number | undefined
}): CustomerNews {
  const { db, clock, announcements, checkEveryMs = CHECK_EVERY_MS } = deps
  return {
    serve(user, reply) {
      const own = String(user.id)
      const onEnd = () => {
        clearInterval(checking)
        stop()
      }
      const stream = openEventStream(reply, { closing: announcements.closing, onEnd })
      const stop = announcements.on('customer', (payload) => {
        if (payload === own || payload === ALL) stream.send('changed', {})
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
