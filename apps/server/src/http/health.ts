import { served } from '@arcadia/contract/addresses'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { version } from '../version.ts'
import { AppError } from './app-error.ts'

/**
 * Liveness and readiness probes: not ready (503) while the database is down or the process drains (docs/rules.md §12.3). The first
 * tells callers the address it sees them at (docs/rules.md §12.11).
 */
export function serveHealth(http: FastifyInstance, deps: { db: Db; isDraining: () => boolean }): void {
  http.get(served.live.path, async ({ ip }) => ({ status: 'live', address: ip }))
  http.get(served.ready.path, async () => {
    if (deps.isDraining())
      throw new AppError('not-ready', { message: 'The service is shutting down.', retryAfterSeconds: 5 })
    await sql`select 1`.execute(deps.db).catch((cause) => {
      throw new AppError('not-ready', { retryAfterSeconds: 2, cause })
    })
    return { status: 'ready', version }
  })
}
