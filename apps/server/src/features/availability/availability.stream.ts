import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import pg from 'pg'
import type { Logger } from 'pino'

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 500
const MAX_UNREAD_BYTES = 64 * 1024
/** A link that went silent looks like one where nothing happens: it is asked. */
const ASK_EVERY_MS = 10_000

/**
 * Tells every open calendar which dates changed. The database announces them (migration 0005), so it does not matter
 * which process made the change. A lost link to the database heals by itself, and then says that anything may have changed.
 */
export interface AvailabilityStream {
  /** Serves one listener until it goes away or the stream closes. */
  serve(reply: FastifyReply): void
  close(): Promise<void>
}

export function openAvailabilityStream(deps: { databaseUrl: string; log: Logger }): AvailabilityStream {
  const changes = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  const listening = listen(deps, (payload) => changes.emit('change', payload), closing.signal)

  return {
    serve(reply) {
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      raw.write('retry: 2000\n\nevent: all\ndata: {}\n\n')
      const stop = () => {
        clearInterval(heartbeat)
        changes.off('change', send)
        closing.signal.removeEventListener('abort', end)
      }
      const end = () => {
        stop()
        raw.end()
      }
      const write = (text: string) => {
        // Who reads nothing is cut off; a browser comes back by itself.
        if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
        else raw.write(text)
      }
      const send = (payload: string) => write(eventOf(payload))
      const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
      changes.on('change', send)
      closing.signal.addEventListener('abort', end, { once: true })
      raw.on('error', stop)
      raw.on('close', stop)
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}

function eventOf(payload: string): string {
  return payload === 'all'
    ? 'event: all\ndata: {}\n\n'
    : `event: dates\ndata: ${JSON.stringify({ dates: [payload] })}\n\n`
}

/** Keeps a connection that listens, until `closing`. */
async function listen(
  deps: { databaseUrl: string; log: Logger },
  announce: (payload: string) => void,
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
    // Without a listener of its own an error of an idle connection would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      client.on('notification', ({ payload }) => payload && announce(payload))
      await client.query('listen availability')
      announce('all')
      const over = AbortSignal.any([closing, ended(client)])
      while (!over.aborted) {
        await delay(ASK_EVERY_MS, undefined, { signal: over }).catch(() => {})
        if (!over.aborted) await client.query('select 1')
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'the availability stream lost the database and tries again')
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

/** Not `end()`: a server that does not answer would not answer the farewell either. */
function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
