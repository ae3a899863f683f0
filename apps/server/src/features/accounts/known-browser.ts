import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../http/rate-limits.ts'
import { newToken } from '../../http/sessions.ts'
import { deviceOf, KNOWN_FOR_MS, type Visitor } from './accounts.rules.ts'

/**
 * A browser that signed in keeps a random mark in an HttpOnly cookie for `/api/auth` only. The mark doesn't sign anyone in;
 * it lets this browser's failures be counted apart from strangers', so they can't lock the customer out. Clients without
 * cookies are recognized by the network they signed in from.
 */
const COOKIE = 'known_browser'
/** Browsers accept a `__Secure-` cookie over https only. */
const nameOf = (isHttps: boolean) => (isHttps ? `__Secure-${COOKIE}` : COOKIE)

export const networkOrigin = (request: FastifyRequest) => `network:${networkOf(request.ip)}`

/** Where a request comes from. A browser without a mark gets a new one, which counts after `rememberBrowser`. */
export function identifyBrowser(request: FastifyRequest, isHttps: boolean): { mark: string; origins: Visitor } {
  const sent = new RegExp(`(?:^|;\\s*)${nameOf(isHttps)}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  const mark = sent ?? newToken()
  const digest = createHash('sha256').update(mark).digest('base64url')
  return {
    mark,
    origins: {
      browser: `browser:${digest}`,
      network: networkOrigin(request),
      isMarked: sent !== undefined,
      device: deviceOf(request.headers['user-agent'] ?? ''),
    },
  }
}

/** Sets the cookie, or extends it. */
export function rememberBrowser(reply: FastifyReply, mark: string, isHttps: boolean): void {
  const attributes = ['Path=/api/auth', 'HttpOnly', 'SameSite=Strict', `Max-Age=${KNOWN_FOR_MS / 1000}`]
  reply.header('set-cookie', [`${nameOf(isHttps)}=${mark}`, ...attributes, ...(isHttps ? ['Secure'] : [])].join('; '))
}
