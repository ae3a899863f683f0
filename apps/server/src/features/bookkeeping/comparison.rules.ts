import { formatCents } from '@arcadia/contract/money'
import type { FindOutcome } from '../provider/provider.ts'

/** A captured charge in our books. */
export interface BookedCharge {
  attemptId: number
  chargeId: string
  realmId: string
  amountCents: number
  refundedCents: number
  /** Refund in progress; the provider may have done it already. */
  refundingCents: number
}

/**
 * How our books and the provider's record of a charge differ, as a sentence for the owner; null if they agree, undefined if
 * the provider's record can't be read.
 */
export function differenceOf(ours: BookedCharge, found: FindOutcome): string | null | undefined {
  const name = `charge ${ours.chargeId} of ${formatCents(ours.amountCents)}`
  if (found.kind === 'unknown') return undefined
  if (found.kind === 'missing') return `QuickBooks has no record of ${name}.`
  const { status, amountCents, refundedCents } = found.charge
  const isCancelled = status === 'cancelled'
  const backCents = isCancelled ? amountCents : refundedCents
  if (Number.isNaN(amountCents) || Number.isNaN(backCents)) return undefined
  if (amountCents !== ours.amountCents) return `QuickBooks shows ${name} as ${formatCents(amountCents)}.`
  if (status === 'declined') return `QuickBooks shows ${name} as declined.`
  if (status === 'other') return `QuickBooks shows ${name} as neither paid nor refunded. It may be disputed.`
  if (backCents === ours.refundedCents || backCents === ours.refundedCents + ours.refundingCents) return null
  const verb = isCancelled ? 'canceled' : 'refunded'
  const what = isCancelled ? name : `${formatCents(backCents)} of ${name}`
  return `QuickBooks ${verb} ${what}; our books have ${formatCents(ours.refundedCents)} as refunded.`
}
