import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { MINUTE_MS } from '../clock.ts'

const SLOW_MS = 1000
/** Lines a minute for the refusals of one kind; the rest are summed up. */
const LINES_OF_A_KIND = 20

/**
 * Logs what an operator looks for: writes, failures and slow requests. Of a flood of refusals, each minute has a few lines and
 * then one with their number, so that no stranger fills the disk.
 */
export function logAnswers(http: FastifyInstance, log: Logger, pathOf: (request: FastifyRequest) => string): void {
  const refusals = new Map<string, { method: string; route: string; status: number; count: number }>()

  /** Whether this refusal still gets a line of its own. */
  function count({ method, routeOptions }: FastifyRequest, status: number): boolean {
    const route = routeOptions.url ?? 'unknown'
    const key = `${method} ${route} ${status}`
    const kind = refusals.get(key) ?? { method, route, status, count: 0 }
    refusals.set(key, { ...kind, count: kind.count + 1 })
    return kind.count < LINES_OF_A_KIND
  }

  function sumUp(): void {
    for (const { count, ...kind } of refusals.values())
      if (count > LINES_OF_A_KIND) log.info({ ...kind, more: count - LINES_OF_A_KIND }, 'more were refused alike')
    refusals.clear()
  }

  http.addHook('onResponse', (request, reply, next) => {
    const { statusCode: status } = reply
    const isRefusal = status >= 400 && status < 500
    const level = isWorthALine(request, reply) && (!isRefusal || count(request, status)) ? 'info' : 'debug'
    if (log.isLevelEnabled(level)) {
      const { id: reqId, method } = request
      log[level]({ reqId, method, path: pathOf(request), status, ms: Math.round(reply.elapsedTime) }, 'answered')
    }
    next()
  })
  const everyMinute = setInterval(sumUp, MINUTE_MS).unref()
  http.addHook('onClose', async () => {
    clearInterval(everyMinute)
    sumUp()
  })
}

/** Streams are always long. */
function isWorthALine({ method, url }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): boolean {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  return !isRead || statusCode >= 400 || (elapsedTime > SLOW_MS && !/\/stream(\?|$)/.test(url))
}
