import type { FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { networkOf } from './rate-limits.ts'

const HEARTBEAT_MS = 15_000
const MAX_UNREAD_BYTES = 64 * 1024
const RETRY_AFTER_S = 30
/** So many are written to before requests have a turn. */
const AT_ONCE = 200
/**
 * The limit per network in this process: a browser's tabs share one stream, so this is enough for a large household.
 */
export const MOST_STREAMS_OF_A_NETWORK = 50

export type EventStreams = ReturnType<typeof createEventStreams>

/** The streams of a process. A stream costs memory for as long as it is open, so a network has no end of them. */
export function createEventStreams(deps: { closing: AbortSignal; limitsNetworks: boolean }) {
  const openOf = new Map<string, number>()
  const all = new Set<Stream>()
  let heartbeat: NodeJS.Timeout | undefined
  deps.closing.addEventListener('abort', () => {
    for (const stream of all) stream.end()
  })
  return {
    /** Those who hear the same news at the same time. While one round of them is told, what is new waits for the next. */
    crowd(eventOf: (news: string[]) => string) {
      const members = new Set<Stream>()
      const news = new Set<string>()
      let isTelling = false
      return {
        members,
        async tell(what: string): Promise<void> {
          news.add(what)
          if (isTelling) return
          isTelling = true
          while (news.size > 0) {
            const text = eventOf([...news])
            news.clear()
            await toEach(members, text)
          }
          isTelling = false
        },
      }
    },
    /**
     * Answers with server-sent events until the listener goes away, the process stops serving them, or `end`; then `onEnd` is
     * called once.
     * @throws AppError `too-many-requests`
     */
    open(reply: FastifyReply, onEnd: () => void) {
      const network = networkOf(reply.request.ip)
      const open = openOf.get(network) ?? 0
      if (deps.limitsNetworks && open >= MOST_STREAMS_OF_A_NETWORK)
        throw new AppError('too-many-requests', { retryAfterSeconds: RETRY_AFTER_S })
      openOf.set(network, open + 1)
      const stream = openEventStream(reply, () => {
        all.delete(stream)
        if (all.size === 0) clearInterval(heartbeat)
        const left = openOf.get(network)! - 1
        if (left > 0) openOf.set(network, left)
        else openOf.delete(network)
        onEnd()
      })
      if (all.size === 0) heartbeat = setInterval(() => void toEach(all, ': still here\n\n'), HEARTBEAT_MS)
      all.add(stream)
      return stream
    },
  }
}

export const eventText = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

type Stream = ReturnType<typeof openEventStream>

/** Lets requests in between. */
async function toEach(streams: Iterable<Stream>, text: string): Promise<void> {
  let written = 0
  for (const stream of streams) {
    stream.write(text)
    if (++written % AT_ONCE === 0) await new Promise(setImmediate)
  }
}

function openEventStream(reply: FastifyReply, onEnd: () => void) {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  let isOver = false
  const stop = () => {
    if (isOver) return
    isOver = true
    onEnd()
  }
  const write = (text: string) => {
    // A client that does not read is cut off; a browser reconnects on its own.
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
    else raw.write(text)
  }
  raw.on('error', stop)
  raw.on('close', stop)
  // The client was gone already, and the caller has to hold the stream before it can be told.
  if (raw.closed) queueMicrotask(stop)
  else write('retry: 2000\n\n')
  return {
    write,
    send: (event: string, data: unknown): void => write(eventText(event, data)),
    /** Ends it from our side. */
    end(): void {
      stop()
      raw.end()
    },
  }
}
