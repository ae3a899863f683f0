import { formatFullDate } from '@arcadia/contract/trip-date'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import { createLeasedWork, within } from '../../jobs/leased-work.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { ChargeOutcome, PaymentsProvider } from '../provider/provider.ts'
import type { Attempts } from './attempts.service.ts'
import { type AttemptRow, leaseDueAttempts, updateAttempt } from './attempts.store.ts'
import { LABELS, LEASE_MS, RENEW_EVERY_MS, REVIEW_AFTER_MS, retryDelay, VOID_AFTER_MS } from './payments.rules.ts'

type Captured = Extract<ChargeOutcome, { kind: 'captured' }>
export type Settlement = ReturnType<typeof createSettlement>

/** Asks the provider for the money of attempts that are written down, until each has an outcome (docs/rules.md §3.8). */
export function createSettlement(deps: {
  db: Db
  clock: Clock
  encryption: Encryption
  connectedAccount(): Promise<MerchantAccount>
  provider: PaymentsProvider
  attempts: Attempts
  log: Logger
}) {
  const { db, clock, provider, attempts, log } = deps
  const ageOf = (attempt: AttemptRow) => clock.now().getTime() - attempt.started_at.getTime()

  /** Safe to repeat: the customer pressed Pay, and one `Request-Id` cannot charge twice. */
  async function charge(attempt: AttemptRow, isMobile: boolean): Promise<ChargeOutcome> {
    if (!attempt.card_token_encrypted) return { kind: 'unknown', problem: 'the card token is gone' }
    const { numberOfGuests, packageType, selectedDate } = attempt.booking_data
    return provider.charge({
      realmId: attempt.realm_id,
      requestId: attempt.request_id,
      amountCents: attempt.amount_cents,
      cardToken: deps.encryption.decrypt(attempt.card_token_encrypted),
      description: `${LABELS[attempt.kind]}, ${numberOfGuests} x ${packageType}, ${formatFullDate(selectedDate)}`,
      isMobile,
    })
  }

  async function chargeFirst(attempt: AttemptRow, isMobile: boolean): Promise<void> {
    const outcome = await charge(attempt, isMobile)
    if (outcome.kind !== 'unknown') return await attempts.settle(attempt.id, outcome)
    log.warn({ attempt: attempt.id, problem: outcome.problem }, 'the outcome of a payment is not known yet')
    const now = clock.now()
    await updateAttempt(db, attempt.id, { last_problem: outcome.problem, leased_until: now, next_try_at: now })
  }

  async function wasCancelled(attempt: AttemptRow): Promise<boolean> {
    // A balance that reaches a cancelled booking is refunded, not undone.
    if (attempt.booking_id === null || attempt.kind === 'BALANCE') return false
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
    const found = await provider.findCharge({ realmId, chargeId: outcome.chargeId })
    if (found.kind !== 'found') return `Charge ${outcome.chargeId} could not be read back.`
    const { status, amountCents } = found.charge
    if (status === 'cancelled') await attempts.settle(id, { kind: 'voided' })
    else if (status === 'captured' && amountCents === amount_cents) await attempts.settle(id, outcome)
    else return `Charge ${outcome.chargeId} reads ${status}.`
    return undefined
  }

  /** Undefined when it is settled; otherwise what stands in the way. */
  async function trySettling(attempt: AttemptRow): Promise<string | undefined> {
    let problem = 'The booking was cancelled while its payment was under way.'
    let mayVoid = await wasCancelled(attempt)
    if (!mayVoid) {
      const outcome = await charge(attempt, false)
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
    const undone = await provider.voidByRequest({ realmId, requestId, chargeRequestId })
    if (undone.kind !== 'voided') return `${problem} The void: ${undone.problem}`
    await attempts.settle(attempt.id, { kind: 'voided' })
    return undefined
  }

  /** One that was charged with another account waits for the owner, and for that account. */
  async function settle(attempt: AttemptRow): Promise<void> {
    const isOther = isOtherAccount(attempt, await deps.connectedAccount())
    if (isOther) await attempts.makePending(attempt.id)
    const problem = isOther
      ? 'It was charged with another environment or merchant account.'
      : await trySettling(attempt).catch((error: unknown) => {
          log.error({ err: error, attempt: attempt.id }, 'a payment could not be settled and is tried again')
          return `It could not be settled: ${error instanceof Error ? error.name : 'unknown'}.`
        })
    if (problem === undefined) return
    if (isOther || ageOf(attempt) >= REVIEW_AFTER_MS) await attempts.requestReview(attempt.id, problem)
    const now = clock.now()
    const nextTry = new Date(now.getTime() + retryDelay(attempt.tries))
    await updateAttempt(db, attempt.id, { last_problem: problem, next_try_at: nextTry, leased_until: now })
  }

  const leased = createLeasedWork<AttemptRow>({
    name: 'settlement',
    clock,
    log,
    leaseMs: LEASE_MS,
    renewal: {
      everyMs: RENEW_EVERY_MS,
      renew: (attempt, until) => updateAttempt(db, attempt.id, { leased_until: until }),
    },
    atOnce: 5,
    roundMs: 5000,
    take: async ({ now, until, limit }) =>
      leaseDueAttempts(db, now, { until, limit, at: await deps.connectedAccount() }),
    work: settle,
  })

  return {
    /**
     * The first try, by the process that wrote the attempt; answers when it is over or at the deadline (of `Date.now()`),
     * while the call runs on. Never rejects: what it could not settle the sweep settles.
     */
    async run(attempt: AttemptRow, { isMobile, deadline }: { isMobile: boolean; deadline: number }): Promise<void> {
      await within(
        leased.start([attempt], () => chargeFirst(attempt, isMobile)),
        deadline,
      )
    },
    sweep: leased.sweep,
    idle: leased.idle,
  }
}
