import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'plain' | 'gzip' | 'br'
type Bodies = { plain: string } & Partial<Record<Encoding, string | Buffer>>

/** A public response with an etag; not resent to clients that already have it (304). Browsers may cache it but must revalidate it. */
export class ReadyAnswer {
  private readonly type: string
  private readonly bodies: Bodies
  private readonly etag: string

  constructor(type: string, bodies: Bodies) {
    this.type = `${type}; charset=utf-8`
    this.bodies = bodies
    this.etag = createHash('sha256').update(bodies.plain).digest('base64url').slice(0, 22)
  }

  send({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const encoding = this.encodingFor(headers)
    reply.type(this.type)
    if (encoding !== 'plain') reply.header('content-encoding', encoding)
    if (reply.statusCode !== 200) return reply.send(this.bodies[encoding])
    const etag = `"${this.etag}${encoding === 'plain' ? '' : `-${encoding}`}"`
    reply.headers({ etag, 'cache-control': 'no-cache', ...(this.bodies.br && { vary: 'accept-encoding' }) })
    return headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(this.bodies[encoding])
  }

  private encodingFor({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): Encoding {
    if (!this.bodies.br) return 'plain'
    return /\bbr\b/.test(String(accepted)) ? 'br' : /\bgzip\b/.test(String(accepted)) ? 'gzip' : 'plain'
  }
}
