import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

const RECONNECT_MS = 500
/** A silent connection may be dead, so it is pinged. */
const PING_EVERY_MS = 10_000

/**
 * Notification payloads: the date that changed, the customer id whose data changed, the portal change, the user id whose
 * session ended.
 */
const CHANNELS = ['availability', 'customer', 'office', 'session'] as const
export type Channel = (typeof CHANNELS)[number]

/** Payload that means anything may have changed. */
export const ALL = 'all'

export type Announcements = ReturnType<typeof listenToDatabase>

/**
 * Receives the `pg_notify` notifications of triggers, from changes by any process. It reconnects after a lost connection and
 * then sends `ALL` on every channel.
 */
export function listenToDatabase(deps: { databaseUrl: string; log: Logger }) {
  const events = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  let listening: Promise<void> | undefined
  return {
    /** Connects, and stays connected until `close`. */
    start(): void {
      listening ??= listen(deps, (channel, payload) => events.emit(channel, payload), closing.signal)
    },
    /** Returns a function that unsubscribes. */
    on(channel: Channel, listener: (payload: string) => void): () => void {
      events.on(channel, listener)
      return () => events.off(channel, listener)
    },
    /** Aborts when the process stops serving streams. */
    closing: closing.signal,
    async close(): Promise<void> {
      closing.abort()
      await listening
    },
  }
}

/** Keeps a listening connection open until `closing` aborts. */
async function listen(
  deps: { databaseUrl: string; log: Logger },
  announce: (channel: string, payload: string) => void,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    const client = new pg.Client({
      connectionString: deps.databaseUrl,
      application_name: 'arcadia-stream',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
    })
    // Without a listener, an error on an idle connection would crash the process.
    client.on('error', () => {})
    try {
      await client.connect()
      client.on('notification', ({ channel, payload }) => payload && announce(channel, payload))
      for (const channel of CHANNELS) await client.query(`listen ${channel}`)
      for (const channel of CHANNELS) announce(channel, ALL)
      const over = AbortSignal.any([closing, ended(client)])
      while (!over.aborted) {
        await delay(PING_EVERY_MS, undefined, { signal: over }).catch(() => {})
        if (!over.aborted) await client.query('select 1')
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'the live streams lost the database, reconnecting')
    }
    // Not awaited: a dead server would never acknowledge it.
    void client.end()
    await delay(RECONNECT_MS, undefined, { signal: closing }).catch(() => {})
  }
}

function ended(client: pg.Client): AbortSignal {
  const ending = new AbortController()
  client.once('end', () => ending.abort())
  return ending.signal
}
