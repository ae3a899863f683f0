import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { unescape as unescaped } from 'node:querystring'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { TrustedProxies } from '../environment.ts'
import { AppError } from './app-error.ts'
import { handleErrors, sendFrameworkError, sendParserError } from './error-handler.ts'

const BODY_LIMIT = 64 * 1024
const SLOW_MS = 1000

/** The bare HTTP server: limits, request ids, the log line of a request, the form of a failure. */
export function buildHttp(deps: {
  log: Logger
  /** Hops or networks whose forwarded headers are believed. */
  trustProxy: TrustedProxies
  isDraining: () => boolean
}): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log
  const http = Fastify({
    loggerInstance,
    // Its request lines would carry queries; ours is below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    // One for each request costs more than the few lines that are written: those name the request themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: trusted(deps.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Refusals of the router and of Node's parser have the form of all others.
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: sendParserError,
    // While draining, what is under way finishes; the readiness probe has told the balancer already.
    return503OnClosing: false,
  })
  warnOfUnbelievedProxy(http, deps)
  closeUnusedConnections(http)
  // JSON is the one thing that is read.
  http.removeContentTypeParser('text/plain')
  http.addHook('onRequest', (request, reply, next) => {
    // The network is remembered even if the client leaves before its request is handled.
    void request.ip
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (!deps.isDraining() || isServedWhileDraining(request.url)) return next()
    const message = 'The service is restarting. Please try again in a moment.'
    next(new AppError('not-ready', { message, retryAfterSeconds: 2 }))
  })
  // The client would keep the connection for the next request, and closing would wait a minute for it.
  http.addHook('onSend', (_request, reply, payload, next) => {
    if (deps.isDraining()) reply.header('connection', 'close')
    next(null, payload)
  })
  http.addHook('onResponse', (request, reply, next) => {
    const level = isWorthALine(request, reply) ? 'info' : 'debug'
    if (deps.log.isLevelEnabled(level)) {
      const { id: reqId, method } = request
      const path = withoutSecrets(request.url)
      deps.log[level]({ reqId, method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    }
    next()
  })
  handleErrors(http)
  return http
}

/**
 * Browsers open connections before they use them. Node does not count those as idle, and closing would wait a minute
 * for them.
 */
function closeUnusedConnections(http: FastifyInstance): void {
  const unused = new Set<Socket>()
  http.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  http.server.on('request', ({ socket }) => unused.delete(socket))
  http.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** Logs what an operator looks for: writes, failures and slow requests. A stream may end at any time. */
function isWorthALine({ method, url }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): boolean {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  return !isRead || statusCode >= 400 || (elapsedTime > SLOW_MS && !/\/stream(\?|$)/.test(url))
}

/**
 * A query may carry a token, the address of a calendar does (docs/rules.md §7.7), and a card number in place of an id is still one,
 * however they are escaped.
 */
function withoutSecrets(url: string): string {
  return unescaped(url.split('?')[0]!)
    .replace(/^\/api\/calendar\/.+/i, '/api/calendar/[token]')
    .replace(/\d{12,19}/g, '[number]')
}

/** Payments under way still talk to a simulator that this process serves. */
function isServedWhileDraining(url: string): boolean {
  return url.startsWith('/simulator') || url.startsWith('/api/health/')
}

/** Warns once: behind a proxy we do not trust, everybody seems to come from one address and shares its limits. */
function warnOfUnbelievedProxy(http: FastifyInstance, deps: { log: Logger; trustProxy: TrustedProxies }): void {
  let isSaid = false
  if (deps.trustProxy !== false) return
  http.addHook('onRequest', ({ headers }, _reply, next) => {
    if (!isSaid && ('x-forwarded-for' in headers || 'forwarded' in headers)) {
      isSaid = true
      deps.log.warn('a forwarded header is ignored because TRUST_PROXY is off; set it if there is a proxy in front')
    }
    next()
  })
}

/** A number of proxies is told as a rule about hops, networks as they are. */
function trusted(proxies: TrustedProxies) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}
