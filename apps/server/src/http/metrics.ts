import { createHash, timingSafeEqual } from 'node:crypto'
import { served } from '@arcadia/contract/addresses'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from './app-error.ts'
import { isFromThisMachine } from './local-request.ts'

/** Process-wide metrics, registered once however many servers the process starts. */
const ofTheProcess = new Registry()
collectDefaultMetrics({ register: ofTheProcess })

/** A number that `/metrics` tells of the house. */
export interface Measure {
  name: string
  help: string
  /** What the numbers of `read` are told apart by. */
  label?: string
  /** A number, or with a label one for each of its values. Not a number if nobody could look. */
  read(): Readonly<Record<string, number>> | number | Promise<Readonly<Record<string, number>> | number>
}

/** A moment as Prometheus has them; 0 for what has not happened yet. */
export const secondsOf = (at: Date | null | undefined): number => (at?.getTime() ?? 0) / 1000

/** Prometheus metrics, for programs on this machine or callers with the token (docs/rules.md §12.3). */
export function serveMetrics(
  http: FastifyInstance,
  options: { token: string | undefined; isPublicUrlLocal: boolean; measures: readonly Measure[] },
): void {
  const { token, measures } = options
  const registry = new Registry()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  for (const { name, help, label, read } of measures)
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        // The other metrics are needed most while the database is away.
        const seen = await Promise.resolve()
          .then(read)
          .catch(() => Number.NaN)
        this.reset()
        if (typeof seen === 'number') {
          if (!label) this.set(seen)
        } else for (const [value, number] of Object.entries(seen)) this.set({ [label!]: value }, number)
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
