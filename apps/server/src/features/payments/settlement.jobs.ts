import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { isOtherAccount } from '../provider/merchant-account.ts'
import type { ChargeOutcome, PaymentsProvider } from '../provider/provider.ts'
import type { Attempts } from './attempts.service.ts'
import { type AttemptRow, leaseDueAttempts, updateAttempt } from './attempts.store.ts'
import type { Charges } from './charges.service.ts'
import { leaseFrom, REVIEW_AFTER_MS, retryDelay, VOID_AFTER_MS } from './payments.rules.ts'

const AT_ONCE = 5
const ROUND_MS = 5000

type Captured = Extract<ChargeOutcome, { kind: 'captured' }>

/** Ends every attempt whose outcome is not known, by the rules of docs/rules.md §3.8 and never by a second charge. */
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

  const connectedAccount = async () => ({ environment: deps.environment, realmId: await deps.merchant.findRealm() })

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

  /** A repeated answer is the first one's: what became of the charge since, only the provider's own record tells. */
  async function confirmCaptured(attempt: AttemptRow, outcome: Captured): Promise<string | undefined> {
    const { realm_id: realmId, id, amount_cents } = attempt
    const found = await deps.provider.findCharge({ realmId, chargeId: outcome.chargeId })
    if (found.kind !== 'found') return `Charge ${outcome.chargeId} could not be read back.`
    const { charge } = found
    if (charge.status === 'cancelled') await attempts.settle(id, { kind: 'voided' })
    else if (charge.status === 'captured' && charge.amountCents === amount_cents) await attempts.settle(id, outcome)
    else return `Charge ${outcome.chargeId} reads ${charge.status}.`
    return undefined
  }

  /** Undefined when it is settled; otherwise what stands in the way. */
  async function trySettling(attempt: AttemptRow): Promise<string | undefined> {
    let problem = 'The booking was cancelled while its payment was under way.'
    let mayVoid = await wasCancelled(attempt)
    if (!mayVoid) {
      const outcome = await deps.charges.repeat(attempt)
      // On a repeat only these two speak of the first try as well.
      if (outcome.kind === 'captured') return confirmCaptured(attempt, outcome)
      if (outcome.kind === 'declined' && !outcome.isTokenRefused) {
        await attempts.settle(attempt.id, outcome)
        return undefined
      }
      problem = outcome.problem
      mayVoid = outcome.kind === 'declined'
      await attempts.makePending(attempt.id)
    }
    if (!mayVoid || ageOf(attempt) < VOID_AFTER_MS) return problem
    const { realm_id: realmId, void_request_id: requestId, request_id: chargeRequestId } = attempt
    const undone = await deps.provider.voidByRequest({ realmId, requestId, chargeRequestId })
    if (undone.kind !== 'voided') return `${problem} The void: ${undone.problem}`
    await attempts.settle(attempt.id, { kind: 'voided' })
    return undefined
  }

  async function settle(attempt: AttemptRow): Promise<void> {
    if (isOtherAccount(attempt, await connectedAccount())) {
      await attempts.makePending(attempt.id)
      return review(attempt, 'It was charged with another environment or merchant account.')
    }
    const problem = await trySettling(attempt).catch((error: unknown) => {
      log.error({ err: error, attempt: attempt.id }, 'a payment could not be settled and is tried again')
      return `It could not be settled: ${error instanceof Error ? error.name : 'unknown'}.`
    })
    if (problem === undefined) return
    if (ageOf(attempt) >= REVIEW_AFTER_MS) return review(attempt, problem)
    return later(attempt, problem)
  }

  const ageOf = (attempt: AttemptRow) => clock.now().getTime() - attempt.started_at.getTime()

  async function review(attempt: AttemptRow, problem: string): Promise<void> {
    await attempts.requestReview(attempt.id, problem)
    await later(attempt, problem)
  }

  async function later(attempt: AttemptRow, problem: string): Promise<void> {
    const now = clock.now()
    const nextTry = new Date(now.getTime() + retryDelay(attempt.tries))
    await updateAttempt(db, attempt.id, { last_problem: problem, next_try_at: nextTry, leased_until: now })
  }

  const underWay = new Set<Promise<void>>()

  function start(attempt: AttemptRow): void {
    const settling = deps.charges
      .underLease(attempt.id, () => settle(attempt))
      .catch((error) => log.error({ err: error, attempt: attempt.id }, 'a payment could not be put back'))
      .finally(() => underWay.delete(settling))
    underWay.add(settling)
  }

  return {
    name: 'settlement',
    everyMs: 1000,
    /** One that hangs at the provider keeps its place, and the others go on. */
    async run() {
      const now = clock.now()
      const limit = AT_ONCE - underWay.size
      if (limit > 0) {
        const lease = { until: leaseFrom(now), limit, at: await connectedAccount() }
        for (const attempt of await leaseDueAttempts(db, now, lease)) start(attempt)
      }
      await Promise.race([Promise.all(underWay), delay(ROUND_MS, undefined, { ref: false })])
    },
    idle: async () => void (await Promise.all(underWay)),
  }
}
