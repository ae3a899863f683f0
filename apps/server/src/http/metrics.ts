import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from './app-error.ts'
import { isFromThisMachine } from './local-request.ts'

/** Prometheus metrics: for whoever has the token, or a program on this machine (docs/rules.md §12.3). */
export function serveMetrics(http: FastifyInstance, token: string | undefined): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  http.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  http.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request) && !hasToken(request.headers.authorization, token)) throw new AppError('not-found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token !== undefined && timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}
