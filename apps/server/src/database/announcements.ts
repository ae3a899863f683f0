import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

const RECONNECT_MS = 500
/** A silent link may be dead or just quiet, so it is asked. */
const ASK_EVERY_MS = 10_000

/**
 * What the database announces: a date that changed, the id of a customer whose data changed, a change in the portal,
 * the id of a user whose session ended.
 */
const CHANNELS = ['availability', 'customer', 'office', 'session'] as const
export type Channel = (typeof CHANNELS)[number]

/** Anything may have changed. */
export const ALL = 'all'

export type Announcements = ReturnType<typeof listenToDatabase>

/**
 * What triggers announce with `pg_notify`, whichever process made the change. A lost link to the database heals by itself,
 * and then every channel says `ALL`.
 */
export function listenToDatabase(deps: { databaseUrl: string; log: Logger }) {
  const events = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  let listening: Promise<void> | undefined
  return {
    /** Keeps a connection to the database until `close`. */
    start(): void {
      listening ??= listen(deps, (channel, payload) => events.emit(channel, payload), closing.signal)
    },
    /** Listens until the returned function is called. */
    on(channel: Channel, tell: (payload: string) => void): () => void {
      events.on(channel, tell)
      return () => events.off(channel, tell)
    },
    /** Aborted when the process stops serving streams. */
    closing: closing.signal,
    async close(): Promise<void> {
      closing.abort()
      await listening
    },
  }
}

/** Keeps a connection that listens, until `closing`. */
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
    // An error of an idle connection would end the process if nobody listened for it.
    client.on('error', () => {})
    try {
      await client.connect()
      client.on('notification', ({ channel, payload }) => payload && announce(channel, payload))
      for (const channel of CHANNELS) await client.query(`listen ${channel}`)
      for (const channel of CHANNELS) announce(channel, ALL)
      const over = AbortSignal.any([closing, ended(client)])
      while (!over.aborted) {
        await delay(ASK_EVERY_MS, undefined, { signal: over }).catch(() => {})
        if (!over.aborted) await client.query('select 1')
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'the live streams lost the database and try again')
    }
    destroy(client)
    await delay(RECONNECT_MS, undefined, { signal: closing }).catch(() => {})
  }
}

function ended(client: pg.Client): AbortSignal {
  const ending = new AbortController()
  client.once('end', () => ending.abort())
  return ending.signal
}

/** This is not `end()`, because a dead server would never confirm the goodbye. */
function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
