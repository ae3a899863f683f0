import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { networkOf } from './rate-limits.ts'

const HEARTBEAT_MS = 15_000
const MAX_UNREAD_BYTES = 64 * 1024
const RETRY_AFTER_S = 30
/** Streams written to before yielding to requests. */
const AT_ONCE = 50
/**
 * The limit per network in this process. A browser's tabs share one stream, so this suits a large household.
 */
export const MOST_STREAMS_OF_A_NETWORK = 50

export type EventStreams = ReturnType<typeof createEventStreams>

/** The streams of this process. Each uses memory while it is open, so the number per network is limited. */
export function createEventStreams(deps: { closing: AbortSignal; limitsNetworks: boolean }) {
  const openOf = new Map<string, number>()
  const all = new Set<Stream>()
  let heartbeat: NodeJS.Timeout | undefined
  deps.closing.addEventListener('abort', () => {
    for (const stream of all) stream.end()
  })
  return {
    /** Streams that receive the same news. News that arrives during a round of writes waits for the next round. */
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
     * Responds with server-sent events until the client disconnects, the process stops serving them, or `end` is called. Then
     * calls `onEnd` once.
     * @throws AppError `too-many-requests`
     */
    open(reply: FastifyReply, onEnd: () => void) {
      const network = networkOf(reply.request.ip)
      const open = openOf.get(network) ?? 0
      if (deps.limitsNetworks && open >= MOST_STREAMS_OF_A_NETWORK)
        throw new AppError('too-many-requests', { retryAfterSeconds: RETRY_AFTER_S })
      openOf.set(network, open + 1)
      const stream = new Stream(reply, () => {
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

/** Writes to all streams, yielding to requests now and then. */
async function toEach(streams: Iterable<Stream>, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  let written = 0
  for (const stream of streams) {
    stream.write(bytes)
    if (++written % AT_ONCE === 0) await new Promise(setImmediate)
  }
}

class Stream {
  private readonly out: ServerResponse
  private readonly onEnd: () => void
  private isOver = false

  constructor(reply: FastifyReply, onEnd: () => void) {
    this.onEnd = onEnd
    reply.hijack()
    const { raw } = reply
    this.out = raw
    reply.request.raw.resume()
    // The body has no length and ends when the connection closes.
    raw.useChunkedEncodingByDefault = false
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    raw.on('error', this.stop).on('close', this.stop)
    // If the client is already gone, onEnd is deferred until the caller has the stream.
    if (raw.closed) queueMicrotask(this.stop)
    else raw.write('retry: 2000\n\n')
  }

  write(bytes: string | Buffer): void {
    // A client that doesn't read is disconnected; browsers reconnect automatically.
    if (this.out.writableLength > MAX_UNREAD_BYTES) this.out.destroy()
    else this.out.write(bytes)
  }

  send(event: string, data: unknown): void {
    this.write(eventText(event, data))
  }

  /** Closes the stream from our side. */
  end(): void {
    this.stop()
    this.out.end()
  }

  private readonly stop = (): void => {
    if (this.isOver) return
    this.isOver = true
    this.onEnd()
  }
}
