import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { networkOf } from './rate-limits.ts'

const HEARTBEAT_MS = 15_000
const MAX_UNREAD_BYTES = 64 * 1024
const RETRY_AFTER_S = 30
/** So many are written to before requests have a turn. */
const AT_ONCE = 50
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

/** Lets requests in between. */
async function toEach(streams: Iterable<Stream>, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  let written = 0
  for (const stream of streams) {
    stream.write(bytes)
    if (++written % AT_ONCE === 0) await new Promise(setImmediate)
  }
}

class Stream {
  /** The answer until its head is sent, then its connection. */
  private out: ServerResponse | Socket
  private readonly onEnd: () => void
  private isOver = false

  constructor(reply: FastifyReply, onEnd: () => void) {
    this.onEnd = onEnd
    reply.hijack()
    const { raw } = reply
    this.out = raw
    reply.request.raw.resume()
    // What follows has no length, and ends with the connection.
    raw.useChunkedEncodingByDefault = false
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    raw.on('error', this.stop).on('close', this.stop)
    // The client was gone already, and the caller has to hold the stream before it can be told.
    if (raw.closed) queueMicrotask(this.stop)
    else raw.write('retry: 2000\n\n', () => this.leaveHttp(raw))
  }

  write(bytes: string | Buffer): void {
    // A client that does not read is cut off; a browser reconnects on its own.
    if (this.out.writableLength > MAX_UNREAD_BYTES) this.out.destroy()
    else this.out.write(bytes)
  }

  send(event: string, data: unknown): void {
    this.write(eventText(event, data))
  }

  /** Ends it from our side. */
  end(): void {
    this.stop()
    this.out.end()
  }

  /**
   * From here on it is a bare connection: Node's parser, request and answer and the framework's are four fifths of what an open
   * stream takes (benchmarks/README.md, Subscribers). They go when they hear that the connection is closed.
   */
  private leaveHttp(raw: ServerResponse): void {
    const { socket } = raw
    if (this.isOver || !socket || socket.destroyed) return
    // A request with a body may not be read to its end yet, and Node cuts off what closes before that: it stays an answer.
    if (!raw.req.readableEnded) return
    raw.off('error', this.stop).off('close', this.stop)
    socket.emit('close')
    raw.detachSocket(socket)
    socket.removeAllListeners()
    // Nothing that a client sends now is read; one that ends its side is gone.
    socket.on('error', this.stop).on('close', this.stop)
    socket.on('end', () => socket.destroy()).on('finish', () => socket.destroy())
    this.out = socket.resume()
  }

  private readonly stop = (): void => {
    if (this.isOver) return
    this.isOver = true
    this.onEnd()
  }
}
