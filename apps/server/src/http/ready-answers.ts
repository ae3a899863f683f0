import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Memory } from '../database/memory.ts'

type Encoding = 'plain' | 'gzip' | 'br'
type Bodies = { plain: string } & Partial<Record<Encoding, string | Buffer>>

/** A public response with an etag; not resent to clients that already have it (304). */
export class ReadyAnswer {
  private readonly type: string
  private readonly bodies: Bodies
  private readonly etag: string
  /** The headers of the first response, without its request id. */
  private readonly heads: Partial<Record<Encoding, OutgoingHttpHeaders>> = {}

  constructor(type: string, bodies: Bodies) {
    this.type = `${type}; charset=utf-8`
    this.bodies = bodies
    this.etag = createHash('sha256').update(bodies.plain).digest('base64url').slice(0, 22)
  }

  send({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const encoding = this.encodingFor(headers)
    const body = this.bodies[encoding]!
    reply.type(this.type)
    if (encoding !== 'plain') reply.header('content-encoding', encoding)
    if (reply.statusCode !== 200) return reply.send(body)
    const validators = this.validators(encoding)
    const { 'x-request-id': _, ...head } = reply.headers(validators).getHeaders()
    this.heads[encoding] = { ...head, 'content-length': Buffer.byteLength(body) } as OutgoingHttpHeaders
    return headers['if-none-match'] === validators.etag ? reply.code(304).send() : reply.send(body)
  }

  /** Sends it without the framework; returns false if it was never sent with it. */
  sendAgain({ headers }: IncomingMessage, response: ServerResponse): boolean {
    const encoding = this.encodingFor(headers)
    const head = this.heads[encoding]
    if (!head) return false
    if (headers['if-none-match'] === head.etag) response.writeHead(304, this.validators(encoding)).end()
    else response.writeHead(200, head).end(this.bodies[encoding])
    return true
  }

  private encodingFor({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): Encoding {
    if (!this.bodies.br) return 'plain'
    return /\bbr\b/.test(String(accepted)) ? 'br' : /\bgzip\b/.test(String(accepted)) ? 'gzip' : 'plain'
  }

  /** Browsers may cache the response but must revalidate it. */
  private validators(encoding: Encoding): OutgoingHttpHeaders {
    const etag = `"${this.etag}${encoding === 'plain' ? '' : `-${encoding}`}"`
    return { etag, 'cache-control': 'no-cache', ...(this.bodies.br && { vary: 'accept-encoding' }) }
  }
}

/** Sends cached responses before the request reaches the framework, which would cost more than the response. */
export function sendReadyAnswers(
  http: FastifyInstance,
  { memory, isDraining }: { memory: Memory; isDraining: () => boolean },
): { sent: () => number } {
  let sent = 0
  const [handle] = http.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  http.server.removeListener('request', handle!)
  http.server.on('request', (request, response) => {
    const known = request.method === 'GET' && !isDraining() ? memory.recall(request.url!) : undefined
    if (known instanceof ReadyAnswer && known.sendAgain(request, response)) sent++
    else handle!(request, response)
  })
  return { sent: () => sent }
}
