import { formatCents } from '@arcadia/contract/money'
import type { RefundOutcome } from '@arcadia/contract/refunds'

/** A captured charge, and what of it can still go back. */
export interface RefundableCharge {
  attemptId: number
  restCents: number
}

/** Which charges an amount is taken from, the newest first (docs/rules.md §3.14). `charges` come in that order. */
export function takeFrom(
  charges: readonly RefundableCharge[],
  amountCents: number,
): { attemptId: number; amountCents: number }[] {
  const parts: { attemptId: number; amountCents: number }[] = []
  let left = amountCents
  for (const { attemptId, restCents } of charges) {
    const part = Math.min(left, restCents)
    if (part > 0) parts.push({ attemptId, amountCents: part })
    left -= part
  }
  return parts
}

interface RefundOfOrder {
  amount_cents: number
  outcome: 'REFUNDED' | 'REFUSED' | null
}

export function sumOf(refunds: readonly RefundOfOrder[], outcome: RefundOfOrder['outcome']): number {
  return refunds.filter((refund) => refund.outcome === outcome).reduce((sum, refund) => sum + refund.amount_cents, 0)
}

/** What is told of an order: what went back, what was refused and what is not known yet. */
export function tellRefund(refunds: readonly RefundOfOrder[]): RefundOutcome {
  const [refunded, refused, open] = [sumOf(refunds, 'REFUNDED'), sumOf(refunds, 'REFUSED'), sumOf(refunds, null)]
  const done = refunded > 0 ? [`${formatCents(refunded)} was refunded.`] : []
  if (open > 0) done.push(`The refund of ${formatCents(open)} is being confirmed. Please do not refund it again.`)
  if (refused > 0) done.push(`Refund failed: the payments provider refused ${formatCents(refused)}.`)
  return { success: open === 0 && refused === 0, message: done.join(' ') }
}
