import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { unescape as unescaped } from 'node:querystring'
import { API, addresses, served } from '@arcadia/contract/addresses'
import { readCalendarFeed } from '@arcadia/contract/admin/dashboard'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { TrustedProxies } from '../environment.ts'
import { logAnswers } from './answer-log.ts'
import { AppError } from './app-error.ts'
import { handleErrors, sendFrameworkError, sendParserError } from './error-handler.ts'

/** Of a body without pictures. */
export const BODY_LIMIT = 64 * 1024

/** The bare HTTP server: size and time limits, request ids, request logging, error responses. */
export function buildHttp(deps: {
  log: Logger
  clock: Clock
  /** Hops or networks whose forwarded headers are trusted. */
  trustProxy: TrustedProxies
  isDraining: () => boolean
}): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log
  const http = Fastify({
    loggerInstance,
    // Fastify would log query strings; our own request log is below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    // A child logger per request costs more than it is worth; the few log lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: trusted(deps.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Errors of the router and of Node's parser get the same format as all others.
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: sendParserError,
    // Requests in flight finish while draining; the readiness probe has already told the load balancer.
    return503OnClosing: false,
  })
  warnOfUnbelievedProxy(http, deps)
  closeUnusedConnections(http)
  acceptOnlyJson(http)
  http.addHook('onRequest', (request, reply, next) => {
    // Reading the IP address caches it, in case the client disconnects before the request is handled.
    void request.ip
    reply.header('x-request-id', request.id)
    if (request.url.startsWith(API)) reply.header('cache-control', 'no-store')
    if (!deps.isDraining() || isServedWhileDraining(request.url)) return next()
    const message = 'The service is restarting. Please try again in a moment.'
    next(new AppError('not-ready', { message, retryAfterSeconds: 2 }))
  })
  // Otherwise the client keeps the connection alive, and closing would wait a minute for it.
  http.addHook('onSend', (_request, reply, payload, next) => {
    if (deps.isDraining()) reply.header('connection', 'close')
    next(null, payload)
  })
  logAnswers(http, deps.log, ({ url }) => withoutSecrets(url))
  handleErrors(http, deps.clock)
  return http
}

/** An empty body counts as none, because many clients name the type of a body that they do not send. */
function acceptOnlyJson(http: FastifyInstance): void {
  http.removeContentTypeParser('text/plain')
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}

const IDLE_AGAIN_MS = 100

/**
 * Closing would wait a minute for two kinds of connections: those that browsers open ahead, which Node does not count as idle
 * before they are used, and those whose answer was still on its way, which are idle only once it has gone out.
 */
function closeUnusedConnections(http: FastifyInstance): void {
  const unused = new Set<Socket>()
  let again: NodeJS.Timeout | undefined
  http.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  http.server.on('request', ({ socket }) => unused.delete(socket))
  http.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
    again = setInterval(() => http.server.closeIdleConnections(), IDLE_AGAIN_MS)
  })
  http.addHook('onClose', async () => clearInterval(again))
}

const CALENDARS = readCalendarFeed.path.split(':')[0]!
const CALENDAR_TOKEN = new RegExp(`^${CALENDARS}.+`, 'i')
const UNSUBSCRIBE = addresses.unsubscribe.oneClick.href({ token: '' })
const UNSUBSCRIBE_TOKEN = new RegExp(`^${UNSUBSCRIBE}.+`, 'i')

/**
 * Removes query strings, tokens (docs/rules.md §7.7) and card numbers typed in place of an id, however they are escaped:
 * mail filters write `%23` for the `#` in front of a token.
 */
function withoutSecrets(url: string): string {
  return unescaped(url.split('?')[0]!)
    .replace(/(#|%(25)*23).*/s, '')
    .replace(CALENDAR_TOKEN, `${CALENDARS}[token]`)
    .replace(UNSUBSCRIBE_TOKEN, `${UNSUBSCRIBE}[token]`)
    .replace(/\d{12,19}/g, '[number]')
}

/** Payments in flight still need the simulator if this process serves it. */
function isServedWhileDraining(url: string): boolean {
  return url.startsWith('/simulator') || [served.live.path, served.ready.path].some((path) => url.startsWith(path))
}

/** Warns once: behind an untrusted proxy all visitors share one address and its rate limits. */
function warnOfUnbelievedProxy(http: FastifyInstance, deps: { log: Logger; trustProxy: TrustedProxies }): void {
  let isSaid = false
  if (deps.trustProxy !== false) return
  http.addHook('onRequest', ({ headers }, _reply, next) => {
    if (!isSaid && ('x-forwarded-for' in headers || 'forwarded' in headers)) {
      isSaid = true
      deps.log.warn('ignoring a forwarded header because TRUST_PROXY is off; set it if the site is behind a proxy')
    }
    next()
  })
}

/** Fastify takes a proxy count as a hop function, and networks as a list. */
function trusted(proxies: TrustedProxies) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}
