import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Memory } from '../database/memory.ts'

type Encoding = 'plain' | 'gzip' | 'br'
type Bodies = { plain: string } & Partial<Record<Encoding, string | Buffer>>

/** The same for everybody: a client that has it already is not sent it again. */
export class ReadyAnswer {
  private readonly type: string
  private readonly bodies: Bodies
  private readonly etag: string
  /** As it was sent first, but for what belongs to one request. */
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

  /** The same without the framework; answers whether it was sent. */
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

  /** A browser may keep what has an etag, and asks whether it still holds. */
  private validators(encoding: Encoding): OutgoingHttpHeaders {
    const etag = `"${this.etag}${encoding === 'plain' ? '' : `-${encoding}`}"`
    return { etag, 'cache-control': 'no-cache', ...(this.bodies.br && { vary: 'accept-encoding' }) }
  }
}

/** What was sent already and still holds is sent again before the framework makes anything of the request, which costs more. */
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
