import { createHash, timingSafeEqual } from 'node:crypto'
import { served } from '@arcadia/contract/addresses'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from './app-error.ts'
import { isFromThisMachine } from './local-request.ts'

/** Process-wide metrics, registered once however many servers the process starts. */
const ofTheProcess = new Registry()
collectDefaultMetrics({ register: ofTheProcess })

/** Prometheus metrics, for programs on this machine or callers with the token (docs/rules.md §12.3). */
export function serveMetrics(
  http: FastifyInstance,
  options: {
    token: string | undefined
    isPublicUrlLocal: boolean
    mailsWaitSeconds: () => Promise<number>
    alarms: () => Promise<readonly { name: string; says: string | null | undefined }[]>
  },
): void {
  const { token, mailsWaitSeconds, alarms } = options
  const registry = new Registry()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  new Gauge({
    name: 'emails_waiting_seconds',
    help: 'How long emails have not gone out; 0 while they do.',
    registers: [registry],
    async collect() {
      // The other metrics are needed most while the database is away.
      this.set(await mailsWaitSeconds().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'alarm',
    help: '1 while something is wrong that the portal tells on every tab; not a number if its check could not look.',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      for (const { name, says } of await alarms())
        this.set({ check: name }, says === undefined ? Number.NaN : Number(says !== null))
    },
  })
  http.addHook('onResponse', (request, reply, next) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    next()
  })
  http.get(served.metrics.path, async (request, reply) => {
    if (!isFromThisMachine(request, options) && !hasToken(request.headers.authorization, token))
      throw new AppError('not-found')
    return reply.type(registry.contentType).send(await Registry.merge([ofTheProcess, registry]).metrics())
  })
}

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token !== undefined && timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}
