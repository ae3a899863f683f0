import type { FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { networkOf } from './rate-limits.ts'

const HEARTBEAT_MS = 15_000
const MAX_UNREAD_BYTES = 64 * 1024
const RETRY_AFTER_S = 30
/**
 * The limit per network in this process: a browser's tabs share one stream, so this is enough for a large household.
 */
export const MOST_STREAMS_OF_A_NETWORK = 50

export type EventStreams = ReturnType<typeof createEventStreams>

/** The streams of a process. A stream costs memory for as long as it is open, so a network has no end of them. */
export function createEventStreams(deps: { closing: AbortSignal; limitsNetworks: boolean }) {
  const openOf = new Map<string, number>()
  return {
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
      return openEventStream(reply, {
        closing: deps.closing,
        onEnd() {
          const left = openOf.get(network)! - 1
          if (left > 0) openOf.set(network, left)
          else openOf.delete(network)
          onEnd()
        },
      })
    },
  }
}

function openEventStream(reply: FastifyReply, { closing, onEnd }: { closing: AbortSignal; onEnd: () => void }) {
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
    clearInterval(heartbeat)
    closing.removeEventListener('abort', end)
    onEnd()
  }
  const end = () => {
    stop()
    raw.end()
  }
  const write = (text: string) => {
    // A client that does not read is cut off; a browser reconnects on its own.
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
    else raw.write(text)
  }
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  closing.addEventListener('abort', end, { once: true })
  raw.on('error', stop)
  raw.on('close', stop)
  // The client was gone already, and the caller has to hold the stream before it can be told.
  if (raw.closed) queueMicrotask(stop)
  else write('retry: 2000\n\n')
  return {
    send: (event: string, data: unknown): void => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    /** Ends it from our side. */
    end,
  }
}
