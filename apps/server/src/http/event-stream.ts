import type { FastifyReply } from 'fastify'

const HEARTBEAT_MS = 15_000
const MAX_UNREAD_BYTES = 64 * 1024

interface EventStream {
  send(event: string, data: unknown): void
  /** Ends it from our side. */
  end(): void
}

/** Answers with server-sent events until the listener goes away, `closing` or `end`; then `onEnd` is called once. */
export function openEventStream(
  reply: FastifyReply,
  { closing, onEnd }: { closing: AbortSignal; onEnd: () => void },
): EventStream {
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
    // Who reads nothing is cut off; a browser comes back by itself.
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
    else raw.write(text)
  }
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  closing.addEventListener('abort', end, { once: true })
  raw.on('error', stop)
  raw.on('close', stop)
  write('retry: 2000\n\n')
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end,
  }
}
