import type { Base } from '../../base.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { createLeasedWork, within } from '../../jobs/leased-work.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { tellOwner } from '../owner-notices/tell-owner.service.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { ChargeOutcome, PaymentsProvider } from '../provider/provider.ts'
import { leaseDueAttempts, listAttemptDays, lockAttempt, updateAttempt, writeOutcome } from './attempts.store.ts'
import { closeReviews, reportCharge } from './payment-issues.ts'
import type { Attempt, PaymentKind } from './payment-kind.ts'
import {
  bookingIdOf,
  isOpen,
  LEASE_MS,
  RENEW_EVERY_MS,
  REVIEW_AFTER_MS,
  retryDelay,
  VOID_AFTER_MS,
} from './payments.rules.ts'

type Captured = Extract<ChargeOutcome, { kind: 'captured' }>
/** A final outcome. `voided`: at our request, the provider undid the charge or made sure it never happens. */
export type FinalOutcome = Exclude<ChargeOutcome, { kind: 'unknown' }> | { kind: 'voided' }

export type Settlement = ReturnType<typeof createSettlement>

/** Charges stored attempts at the provider until each has an outcome (docs/rules.md §3.8). */
export function createSettlement(
  deps: Pick<Base, 'db' | 'clock' | 'encryption' | 'ownerEmail' | 'log'> & {
    connectedAccount(): Promise<MerchantAccount>
    provider: PaymentsProvider
    kinds: readonly PaymentKind[]
  },
) {
  const { db, clock, provider, log } = deps
  const ageOf = (attempt: Attempt) => clock.now().getTime() - attempt.started_at.getTime()
  const kindOf = ({ purpose }: Attempt) => deps.kinds.find(({ kind }) => kind === purpose.kind)!

  /** Runs `work` on an attempt with its days locked, unless it has been settled. */
  async function withOpen(id: number, work: (tx: Db, now: Date, attempt: Attempt) => Promise<void>): Promise<void> {
    await inTransaction(db, clock, async (tx, startedAt) => {
      const days = await listAttemptDays(tx, id)
      const now = days.length > 0 ? await lockDays(tx, clock, days) : startedAt
      const attempt = await lockAttempt(tx, id)
      if (isOpen(attempt)) await work(tx, now, attempt)
    })
  }

  /**
   * Writes an outcome and its consequences in one transaction: the booking, its history, the email, the owner's
   * issues. The first outcome stays; writing another is a no-op.
   */
  const settle = (id: number, outcome: FinalOutcome, inSameTransaction?: (tx: Db) => Promise<void>) =>
    withOpen(id, async (tx, now, attempt) => {
      if (outcome.kind === 'captured') await settleCaptured(tx, now, attempt, outcome)
      else await settleUnpaid(tx, now, attempt, outcome)
      await inSameTransaction?.(tx)
    })

  async function settleCaptured(tx: Db, now: Date, attempt: Attempt, { chargeId, cardBrand, last4 }: Captured) {
    const { id } = attempt
    const isTooLate = (await kindOf(attempt).onCaptured(tx, now, attempt)) === 'too-late'
    await writeOutcome(tx, now, id, {
      outcome: 'CAPTURED',
      charge_id: chargeId,
      card_brand: cardBrand,
      last4,
      outcome_message: isTooLate ? PAID_TOO_LATE : null,
    })
    await closeReviews(tx, now, [id], 'CONFIRMED')
    if (!isTooLate) return
    const reason = 'The payment came in after the booking was cancelled.'
    await reportCharge(tx, now, id, { kind: 'REFUNDABLE', reason })
    const params = { attemptId: id, bookingId: bookingIdOf(attempt.purpose) }
    await tellOwner(tx, now, deps.ownerEmail, { kind: 'payment-refundable', params })
    await enqueueMail(tx, now, { kind: 'payment-outcome', to: attempt.booking_data.email, params })
  }

  async function settleUnpaid(tx: Db, now: Date, attempt: Attempt, outcome: Exclude<FinalOutcome, Captured>) {
    const written = unpaidOutcome(outcome)
    await kindOf(attempt).onNotPaid(tx, now, attempt, written.outcome_message)
    await writeOutcome(tx, now, attempt.id, {
      ...written,
      ...('problem' in outcome && { last_problem: outcome.problem }),
    })
    await closeReviews(tx, now, [attempt.id], 'NOT_CHARGED')
  }

  /** For a slow or abandoned call: the customer gets something to follow, and the outcome by email. */
  const noteSlow = (id: number) =>
    withOpen(id, async (tx, now, attempt) => {
      if (attempt.state.is === 'asking')
        await updateAttempt(tx, id, { last_problem: 'The provider is slow to answer.' })
      await kindOf(attempt).onSlow?.(tx, now, attempt)
    })

  /** Puts an attempt that stays unknown on the owner's list, once. Its booking is not touched. */
  const requestReview = (id: number, problem: string) =>
    withOpen(id, async (tx, now, attempt) => {
      if (attempt.state.is === 'unknown' && attempt.state.inReview) return
      await updateAttempt(tx, id, { needs_review_at: now, last_problem: problem })
      await reportCharge(tx, now, id, { kind: 'NEEDS_REVIEW', reason: problem })
      const params = { attemptId: id, bookingId: bookingIdOf(attempt.purpose) }
      await tellOwner(tx, now, deps.ownerEmail, { kind: 'payment-needs-review', params })
    })

  /** Safe to retry: one `Request-Id` can't charge twice. */
  async function charge(attempt: Attempt, isMobile: boolean): Promise<ChargeOutcome> {
    if (!attempt.card_token_encrypted) return { kind: 'unknown', problem: 'the card token is gone' }
    return provider.charge({
      realmId: attempt.realm_id,
      requestId: attempt.request_id,
      amountCents: attempt.amount_cents,
      cardToken: deps.encryption.decrypt(attempt.card_token_encrypted),
      description: kindOf(attempt).describe(attempt),
      isMobile,
    })
  }

  async function chargeFirst(attempt: Attempt, isMobile: boolean): Promise<void> {
    const outcome = await charge(attempt, isMobile)
    if (outcome.kind !== 'unknown') return await settle(attempt.id, outcome)
    log.warn({ attempt: attempt.id, problem: outcome.problem }, 'payment outcome unknown')
    const now = clock.now()
    await updateAttempt(db, attempt.id, { last_problem: outcome.problem, leased_until: now, next_try_at: now })
  }

  /** A retry replays the first answer, so read the provider's record for what happened to the charge since. */
  async function confirmCaptured(attempt: Attempt, outcome: Captured): Promise<string | undefined> {
    const { realm_id: realmId, id, amount_cents } = attempt
    const found = await provider.findCharge({ realmId, chargeId: outcome.chargeId })
    if (found.kind !== 'found') return `Charge ${outcome.chargeId} could not be read back.`
    const { status, amountCents } = found.charge
    if (status === 'cancelled') await settle(id, { kind: 'voided' })
    else if (status === 'captured' && amountCents === amount_cents) await settle(id, outcome)
    else return `Charge ${outcome.chargeId} reads ${status}.`
    return undefined
  }

  /** Undefined once settled, otherwise the problem. */
  async function trySettling(attempt: Attempt): Promise<string | undefined> {
    let problem = 'The booking was cancelled while its payment was in progress.'
    let mayVoid = await kindOf(attempt).isUnwanted?.(attempt)
    if (!mayVoid) {
      const outcome = await charge(attempt, false)
      // On a retry, only these two outcomes also hold for the first try.
      if (outcome.kind === 'captured') return confirmCaptured(attempt, outcome)
      if (outcome.kind === 'declined' && !outcome.isTokenRefused) {
        await settle(attempt.id, outcome)
        return undefined
      }
      problem = outcome.problem
      mayVoid = outcome.kind === 'declined'
      await noteSlow(attempt.id)
    }
    if (!mayVoid || ageOf(attempt) < VOID_AFTER_MS) return problem
    const { realm_id: realmId, void_request_id: requestId, request_id: chargeRequestId } = attempt
    const undone = await provider.voidByRequest({ realmId, requestId, chargeRequestId })
    if (undone.kind !== 'voided') return `${problem} The void: ${undone.problem}`
    await settle(attempt.id, { kind: 'voided' })
    return undefined
  }

  /** An attempt made with another account goes to the owner and waits until that account is connected. */
  async function work(attempt: Attempt): Promise<void> {
    const isOther = isOtherAccount(attempt, await deps.connectedAccount())
    if (isOther) await noteSlow(attempt.id)
    const problem = isOther
      ? 'It was charged through another environment or merchant account.'
      : await trySettling(attempt).catch((error: unknown) => {
          log.error({ err: error, attempt: attempt.id }, 'settling a payment failed; will retry')
          return `Settling it failed: ${error instanceof Error ? error.name : 'unknown'}.`
        })
    if (problem === undefined) return
    if (isOther || ageOf(attempt) >= REVIEW_AFTER_MS) await requestReview(attempt.id, problem)
    const now = clock.now()
    const nextTry = new Date(now.getTime() + retryDelay(attempt.tries))
    await updateAttempt(db, attempt.id, { last_problem: problem, next_try_at: nextTry, leased_until: now })
  }

  const leased = createLeasedWork<Attempt>({
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
    take: async (lease) => leaseDueAttempts(db, lease, await deps.connectedAccount()),
    work,
  })

  return {
    settle,
    noteSlow,
    /**
     * The first try, in the process that wrote the attempt. Resolves when done or at the `Date.now()` deadline, while the
     * call keeps running. Never rejects; the sweep settles the rest.
     */
    async run(attempt: Attempt, { isMobile, deadline }: { isMobile: boolean; deadline: number }): Promise<void> {
      await within(
        leased.start([attempt], () => chargeFirst(attempt, isMobile)),
        deadline,
      )
    },
    sweep: leased.sweep,
    idle: leased.idle,
  }
}

const PAID_TOO_LATE = "Your payment came in after the booking was cancelled. We'll refund it."
const NOTHING_CHARGED = "The payment didn't go through, and your card wasn't charged."

function unpaidOutcome(outcome: Exclude<FinalOutcome, Captured>) {
  switch (outcome.kind) {
    case 'declined':
      return { outcome: 'DECLINED', outcome_code: 'card-declined', outcome_message: outcome.message } as const
    case 'not-charged':
      return { outcome: 'NOT_CHARGED', outcome_code: outcome.code, outcome_message: NOTHING_CHARGED } as const
    case 'voided': {
      const outcome_message =
        "We couldn't confirm the payment, so we cancelled it. You owe nothing, and a pending charge on your card will disappear."
      return { outcome: 'VOIDED', outcome_code: 'payment-failed', outcome_message } as const
    }
  }
}
