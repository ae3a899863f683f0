import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../http/rate-limits.ts'
import { newToken } from '../../http/sessions.ts'
import { KNOWN_FOR_MS, type Origins } from './accounts.rules.ts'

/**
 * A browser that signed in keeps a random mark in a cookie that only the server reads and that is sent nowhere but to
 * `/api/auth`. The mark signs nobody in: it only lets the failures of this browser be counted apart from those of
 * strangers, so that nobody can lock its owner out. For clients without cookies the network they signed
 * in from serves in its place.
 */
const COOKIE = 'known_browser'
/** Browsers take a cookie of this kind of name over https only. */
const nameOf = (isHttps: boolean) => (isHttps ? `__Secure-${COOKIE}` : COOKIE)

/** The network a request comes from. */
export const networkOrigin = (request: FastifyRequest) => `network:${networkOf(request.ip)}`

/** Where a request comes from. A browser without a mark gets a new one, which counts once it is remembered. */
export function identifyBrowser(request: FastifyRequest, isHttps: boolean): { mark: string; origins: Origins } {
  const sent = new RegExp(`(?:^|;\\s*)${nameOf(isHttps)}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  const mark = sent ?? newToken()
  const digest = createHash('sha256').update(mark).digest('base64url')
  return { mark, origins: { browser: `browser:${digest}`, network: networkOrigin(request) } }
}

/** Leaves the mark with the browser, or makes the one it has last longer. */
export function rememberBrowser(reply: FastifyReply, mark: string, isHttps: boolean): void {
  const attributes = ['Path=/api/auth', 'HttpOnly', 'SameSite=Strict', `Max-Age=${KNOWN_FOR_MS / 1000}`]
  reply.header('set-cookie', [`${nameOf(isHttps)}=${mark}`, ...attributes, ...(isHttps ? ['Secure'] : [])].join('; '))
}
