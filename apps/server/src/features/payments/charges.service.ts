import { setTimeout as delay } from 'node:timers/promises'
import { formatFullDate } from '@arcadia/contract/trip-date'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import type { ChargeOutcome, PaymentsProvider } from '../provider/provider.ts'
import type { Attempts } from './attempts.service.ts'
import { type AttemptRow, updateAttempt } from './attempts.store.ts'
import { leaseFrom } from './payments.rules.ts'

const RENEW_EVERY_MS = 10_000

/** Asks the provider for the money of an attempt that is written down already. */
export interface Charges {
  /**
   * The first try, by the process that wrote the attempt; answers when it is over or at the deadline (of `Date.now()`),
   * while the call runs on. Never rejects: what it could not settle the sweep settles.
   */
  run(attempt: AttemptRow, context: { isMobile: boolean; deadline: number }): Promise<void>
  /** The same request once more: the customer pressed Pay, and one `Request-Id` cannot charge twice. */
  repeat(attempt: AttemptRow): Promise<ChargeOutcome>
  /** Keeps an attempt for this process while `work` runs, however long the provider takes. */
  underLease<T>(attemptId: number, work: () => Promise<T>): Promise<T>
  /** Waits for the calls under way, when the process stops. */
  idle(): Promise<void>
}

export function createCharges(deps: {
  db: Db
  clock: Clock
  encryption: Encryption
  provider: PaymentsProvider
  attempts: Attempts
  log: Logger
}): Charges {
  const { db, clock, log } = deps
  const underWay = new Set<Promise<void>>()

  async function charge(attempt: AttemptRow, isMobile: boolean): Promise<ChargeOutcome> {
    if (!attempt.card_token_encrypted) return { kind: 'unknown', problem: 'the card token is gone' }
    return deps.provider.charge({
      realmId: attempt.realm_id,
      requestId: attempt.request_id,
      amountCents: attempt.amount_cents,
      cardToken: deps.encryption.decrypt(attempt.card_token_encrypted),
      description: `${attempt.hold_id === null ? 'Balance' : 'Deposit'}, ${attempt.booking_data.numberOfGuests} x ${attempt.booking_data.packageType}, ${formatFullDate(attempt.booking_data.selectedDate)}`,
      isMobile,
    })
  }

  async function underLease<T>(attemptId: number, work: () => Promise<T>): Promise<T> {
    const renewing = setInterval(() => {
      updateAttempt(db, attemptId, { leased_until: leaseFrom(clock.now()) }).catch((error) =>
        log.warn({ err: error, attempt: attemptId }, 'the lease of a payment could not be renewed'),
      )
    }, RENEW_EVERY_MS)
    try {
      return await work()
    } finally {
      clearInterval(renewing)
    }
  }

  async function firstTry(attempt: AttemptRow, isMobile: boolean): Promise<void> {
    try {
      const outcome = await charge(attempt, isMobile)
      if (outcome.kind !== 'unknown') return await deps.attempts.settle(attempt.id, outcome)
      log.warn({ attempt: attempt.id, problem: outcome.problem }, 'the outcome of a payment is not known yet')
      const now = clock.now()
      await updateAttempt(db, attempt.id, { last_problem: outcome.problem, leased_until: now, next_try_at: now })
    } catch (error) {
      log.error({ err: error, attempt: attempt.id }, 'a payment could not be settled at once; the settlement will')
    }
  }

  return {
    async run(attempt, { isMobile, deadline }) {
      const running = underLease(attempt.id, () => firstTry(attempt, isMobile)).finally(() => underWay.delete(running))
      underWay.add(running)
      await Promise.race([running, delay(Math.max(0, deadline - Date.now()), undefined, { ref: false })])
    },
    repeat: (attempt) => charge(attempt, false),
    underLease,
    async idle() {
      // A request that waited for a lock may start its call while another one ends.
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
