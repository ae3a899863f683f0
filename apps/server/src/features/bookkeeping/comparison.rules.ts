import { formatCents } from '@arcadia/contract/money'
import type { FindOutcome } from '../provider/provider.ts'

/** A captured charge as our books have it. */
export interface BookedCharge {
  attemptId: number
  chargeId: string
  realmId: string
  amountCents: number
  refundedCents: number
  /** Being given back: the provider may have done it already. */
  refundingCents: number
}

/**
 * What our books and the provider's record of a charge do not agree on, as a sentence for the owner; null when they agree,
 * and undefined when nothing can be said.
 */
export function differenceOf(ours: BookedCharge, found: FindOutcome): string | null | undefined {
  const name = `charge ${ours.chargeId} of ${formatCents(ours.amountCents)}`
  if (found.kind === 'unknown') return undefined
  if (found.kind === 'missing') return `The provider does not know ${name}.`
  const { status, amountCents, refundedCents } = found.charge
  const isCancelled = status === 'cancelled'
  const backCents = isCancelled ? amountCents : refundedCents
  if (Number.isNaN(amountCents) || Number.isNaN(backCents)) return undefined
  if (amountCents !== ours.amountCents) return `The provider has ${name} with ${formatCents(amountCents)}.`
  if (status === 'declined') return `The provider has ${name} as declined.`
  if (status === 'other') return `The provider has ${name} neither as paid nor as refunded: it may be disputed.`
  if (backCents === ours.refundedCents || backCents === ours.refundedCents + ours.refundingCents) return null
  const verb = isCancelled ? 'cancelled' : 'refunded'
  const what = isCancelled ? name : `${formatCents(backCents)} of ${name}`
  return `The provider ${verb} ${what}; our books have ${formatCents(ours.refundedCents)} as refunded.`
}
