import type { Base } from '../../base.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import type { ChargeOutcome } from '../provider/provider.ts'
import { getAttempt, listAttemptDays, lockAttempt, updateAttempt, writeOutcome } from './attempts.store.ts'
import type { Attempt, KindOf } from './payment-kind.ts'
import { bookingIdOf, isOpen } from './payments.rules.ts'
import { closeReviews, reportCharge } from './payments.writes.ts'

export type Captured = Extract<ChargeOutcome, { kind: 'captured' }>
/** A final outcome. `voided`: at our request, the provider undid the charge or made sure it never happens. */
export type FinalOutcome = Exclude<ChargeOutcome, { kind: 'unknown' }> | { kind: 'voided' }

export type Outcomes = ReturnType<typeof createOutcomes>

/** Writes what is known of an attempt and what follows from it, each in one transaction. */
export function createOutcomes(deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'> & { kindOf: KindOf }) {
  const { db, clock, kindOf } = deps

  /** Runs `work` on an attempt with its days locked, unless it has been settled. Answers the attempt as it then is. */
  const withOpen = (id: number, work: (tx: Db, now: Date, attempt: Attempt) => Promise<Attempt>): Promise<Attempt> =>
    inTransaction(db, clock, async (tx, startedAt) => {
      const days = await listAttemptDays(tx, id)
      const now = days.length > 0 ? await lockDays(tx, clock, days) : startedAt
      const attempt = await lockAttempt(tx, id)
      return isOpen(attempt) ? work(tx, now, attempt) : attempt
    })

  async function settleCaptured(tx: Db, now: Date, attempt: Attempt, { chargeId, cardBrand, last4 }: Captured) {
    const { id } = attempt
    const isTooLate = (await kindOf(attempt).onCaptured(tx, now, attempt)) === 'too-late'
    const settled = await writeOutcome(tx, now, id, {
      outcome: 'CAPTURED',
      charge_id: chargeId,
      card_brand: cardBrand,
      last4,
      outcome_message: isTooLate ? PAID_TOO_LATE : null,
    })
    await closeReviews(tx, now, [id], 'CONFIRMED')
    if (isTooLate) await reportTooLate(tx, now, deps, attempt)
    return settled
  }

  async function settleUnpaid(tx: Db, now: Date, attempt: Attempt, outcome: Exclude<FinalOutcome, Captured>) {
    const written = unpaidOutcome(outcome)
    await kindOf(attempt).onNotPaid(tx, now, attempt, written.outcome_message)
    const settled = await writeOutcome(tx, now, attempt.id, {
      ...written,
      ...('problem' in outcome && { last_problem: outcome.problem }),
    })
    await closeReviews(tx, now, [attempt.id], 'NOT_CHARGED')
    return settled
  }

  return {
    /**
     * Writes an outcome and its consequences: the booking, its history, the email, the owner's issues. The first outcome
     * stays, and is what is answered.
     */
    settle: (id: number, outcome: FinalOutcome, inSameTransaction?: (tx: Db) => Promise<void>): Promise<Attempt> =>
      withOpen(id, async (tx, now, attempt) => {
        const settled =
          outcome.kind === 'captured'
            ? await settleCaptured(tx, now, attempt, outcome)
            : await settleUnpaid(tx, now, attempt, outcome)
        await inSameTransaction?.(tx)
        return settled
      }),

    /** For a slow or abandoned call: the customer gets something to follow, and the outcome by email. */
    noteSlow: (id: number): Promise<Attempt> =>
      withOpen(id, async (tx, now, attempt) => {
        if (attempt.state.is === 'asking')
          await updateAttempt(tx, id, { last_problem: 'The provider is slow to answer.' })
        await kindOf(attempt).onSlow?.(tx, now, attempt)
        return getAttempt(tx, id)
      }),

    /** Puts an attempt that stays unknown on the owner's list, once. Its booking is not touched. */
    requestReview: (id: number, problem: string): Promise<Attempt> =>
      withOpen(id, async (tx, now, attempt) => {
        if (attempt.state.is === 'unknown' && attempt.state.inReview) return attempt
        await updateAttempt(tx, id, { needs_review_at: now, last_problem: problem })
        await reportCharge(tx, now, id, { kind: 'NEEDS_REVIEW', reason: problem })
        const params = { attemptId: id, bookingId: bookingIdOf(attempt.purpose) }
        await tellOwner(tx, now, deps.ownerEmail, { kind: 'payment-needs-review', params })
        return attempt
      }),
  }
}

/** Lists a capture that found its booking cancelled, and tells customer and owner. */
async function reportTooLate(tx: Db, now: Date, { ownerEmail }: Pick<Base, 'ownerEmail'>, attempt: Attempt) {
  const reason = 'The payment came in after the booking was canceled.'
  await reportCharge(tx, now, attempt.id, { kind: 'REFUNDABLE', reason })
  const params = { attemptId: attempt.id, bookingId: bookingIdOf(attempt.purpose) }
  await tellOwner(tx, now, ownerEmail, { kind: 'payment-refundable', params })
  await enqueueMail(tx, now, { kind: 'payment-outcome', to: attempt.booking_data.email, params })
}

const PAID_TOO_LATE = "Your payment came in after the booking was canceled. We'll refund it."
const NOTHING_CHARGED = "The payment didn't go through, and your card wasn't charged."

function unpaidOutcome(outcome: Exclude<FinalOutcome, Captured>) {
  switch (outcome.kind) {
    case 'declined':
      return { outcome: 'DECLINED', outcome_code: 'card-declined', outcome_message: outcome.message } as const
    case 'not-charged':
      return { outcome: 'NOT_CHARGED', outcome_code: outcome.code, outcome_message: NOTHING_CHARGED } as const
    case 'voided': {
      const outcome_message =
        "We couldn't confirm the payment, so we canceled it. You owe nothing, and a pending charge on your card will disappear."
      return { outcome: 'VOIDED', outcome_code: 'payment-failed', outcome_message } as const
    }
  }
}
