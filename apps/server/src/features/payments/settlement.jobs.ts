import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import type { Attempts } from './attempts.service.ts'
import { type AttemptRow, leaseDueAttempts, updateAttempt } from './attempts.store.ts'
import type { Charges } from './charges.service.ts'
import { REVIEW_AFTER_MS, retryDelay, VOID_AFTER_MS } from './payments.rules.ts'
import type { PaymentsProvider } from './provider.ts'

const LEASE_MS = 60_000
const AT_ONCE = 5

/** Ends every attempt whose outcome is not known, by the rules of decisions §7 and never by a second charge. */
export function settlementSweep(deps: {
  db: Db
  clock: Clock
  environment: string
  merchant: Pick<Merchant, 'findRealm'>
  provider: PaymentsProvider
  attempts: Attempts
  charges: Charges
  log: Logger
}): Sweep {
  const { db, clock, attempts, log } = deps

  /** Where it was charged is where it is settled, and nowhere else. */
  async function isElsewhere(attempt: AttemptRow): Promise<boolean> {
    const realmId = await deps.merchant.findRealm()
    return attempt.environment !== deps.environment || (realmId !== undefined && attempt.realm_id !== realmId)
  }

  async function wasCancelled(attempt: AttemptRow): Promise<boolean> {
    // A balance that reaches a cancelled booking is refunded, not undone.
    if (attempt.booking_id === null || attempt.hold_id === null) return false
    const booking = await db
      .selectFrom('bookings')
      .select('status')
      .where('id', '=', attempt.booking_id)
      .executeTakeFirst()
    return booking?.status === 'CANCELLED'
  }

  async function settle(attempt: AttemptRow): Promise<void> {
    const age = clock.now().getTime() - attempt.started_at.getTime()
    if (await isElsewhere(attempt))
      return review(attempt, 'It was charged with another environment or merchant account.')

    const cancelled = await wasCancelled(attempt)
    let problem = 'The booking was cancelled while its payment was under way.'
    let mayVoid = cancelled
    if (!cancelled) {
      const outcome = await deps.charges.repeat(attempt)
      // On a repeat only these two speak of the first try as well.
      if (outcome.kind === 'captured') return attempts.settle(attempt.id, outcome)
      if (outcome.kind === 'declined' && !outcome.isTokenRefused) return attempts.settle(attempt.id, outcome)
      problem = outcome.problem
      mayVoid = outcome.kind === 'declined'
      if (attempt.booking_id === null) await attempts.makePending(attempt.id)
    }
    if (mayVoid && age >= VOID_AFTER_MS) {
      const undone = await deps.provider.voidByRequest({ requestId: randomUUID(), chargeRequestId: attempt.request_id })
      if (undone.kind === 'voided') return attempts.settle(attempt.id, { kind: 'voided' })
      problem = `${problem} The void: ${undone.problem}`
    }
    if (age >= REVIEW_AFTER_MS) return review(attempt, problem)
    return later(attempt, problem)
  }

  async function review(attempt: AttemptRow, problem: string): Promise<void> {
    await attempts.requestReview(attempt.id, problem)
    await later(attempt, problem)
  }

  async function later(attempt: AttemptRow, problem: string): Promise<void> {
    const now = clock.now()
    const nextTry = new Date(now.getTime() + retryDelay(attempt.tries))
    await updateAttempt(db, attempt.id, { last_problem: problem, next_try_at: nextTry, leased_until: now })
  }

  return {
    name: 'settlement',
    everyMs: 1000,
    async run() {
      const now = clock.now()
      const due = await leaseDueAttempts(db, now, { until: new Date(now.getTime() + LEASE_MS), limit: AT_ONCE })
      await Promise.all(
        due.map((attempt) =>
          settle(attempt).catch((error) =>
            log.error({ err: error, attempt: attempt.id }, 'a payment could not be settled and is tried again'),
          ),
        ),
      )
    },
  }
}
