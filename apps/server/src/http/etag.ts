import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Of what is sent: another one for whatever differs. */
export const etagOf = (sent: string): string =>
  `"${createHash('sha256').update(sent).digest('base64url').slice(0, 22)}"`

/** Answers 304, without a body, to who has it already; a browser may keep what has an etag, and asks whether it still holds. */
export function isKnown(etag: string, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.headers({ etag, 'cache-control': 'no-cache' })
  const isSame = request.headers['if-none-match'] === etag
  if (isSame) reply.code(304).send()
  return isSame
}
