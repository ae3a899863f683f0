import type { Base } from '../../base.ts'
import type { ChargeOutcome, PaymentsProvider } from '../provider/provider.ts'
import type { Attempt, KindOf } from './payment-kind.ts'
import { VOID_AFTER_MS } from './payments.rules.ts'
import type { Captured, Outcomes } from './write-outcome.service.ts'

/** Charges stored attempts at the provider, outside any transaction, and has the outcome written. */
export function createAsking(
  deps: Pick<Base, 'encryption'> & { provider: PaymentsProvider; kindOf: KindOf; outcomes: Outcomes },
) {
  const { provider, kindOf, outcomes } = deps

  /** Safe to retry: one `Request-Id` can't charge twice. */
  async function charge(attempt: Attempt, isMobile: boolean): Promise<ChargeOutcome> {
    const cardToken = attempt.card_token_encrypted && deps.encryption.tryDecrypt(attempt.card_token_encrypted)
    if (!cardToken) return { kind: 'unknown', problem: 'the card token is gone' }
    return provider.charge({
      realmId: attempt.realm_id,
      requestId: attempt.request_id,
      amountCents: attempt.amount_cents,
      cardToken,
      description: kindOf(attempt).describe(attempt),
      isMobile,
    })
  }

  /** A retry replays the first answer, so read the provider's record for what happened to the charge since. */
  async function confirmCaptured(attempt: Attempt, outcome: Captured): Promise<string | undefined> {
    const { realm_id: realmId, id, amount_cents } = attempt
    const found = await provider.findCharge({ realmId, chargeId: outcome.chargeId })
    if (found.kind !== 'found') return `Charge ${outcome.chargeId} could not be read back.`
    const { status, amountCents } = found.charge
    if (status === 'cancelled') await outcomes.settle(id, { kind: 'voided' })
    else if (status === 'captured' && amountCents === amount_cents) await outcomes.settle(id, outcome)
    else return `Charge ${outcome.chargeId} reads ${status}.`
    return undefined
  }

  return {
    /** The first try. Answers the settled attempt, or the problem if the outcome is unknown. */
    async first(attempt: Attempt, isMobile: boolean): Promise<Attempt | string> {
      const outcome = await charge(attempt, isMobile)
      return outcome.kind === 'unknown' ? outcome.problem : outcomes.settle(attempt.id, outcome)
    },

    /** Another try. Undefined once settled, otherwise the problem. */
    async again(attempt: Attempt, ageMs: number): Promise<string | undefined> {
      let problem = 'The booking was canceled while its payment was in progress.'
      let mayVoid = await kindOf(attempt).isUnwanted?.(attempt)
      if (!mayVoid) {
        const outcome = await charge(attempt, false)
        // On a retry, only these two outcomes also hold for the first try.
        if (outcome.kind === 'captured') return confirmCaptured(attempt, outcome)
        if (outcome.kind === 'declined' && !outcome.isTokenRefused) {
          await outcomes.settle(attempt.id, outcome)
          return undefined
        }
        problem = outcome.problem
        mayVoid = outcome.kind === 'declined'
        await outcomes.noteSlow(attempt.id)
      }
      if (!mayVoid || ageMs < VOID_AFTER_MS) return problem
      const { realm_id: realmId, void_request_id: requestId, request_id: chargeRequestId } = attempt
      const undone = await provider.voidByRequest({ realmId, requestId, chargeRequestId })
      if (undone.kind !== 'voided') return `${problem} The void: ${undone.problem}`
      await outcomes.settle(attempt.id, { kind: 'voided' })
      return undefined
    },
  }
}
