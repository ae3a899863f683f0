import { formatCents } from '@arcadia/contract/money'

/** Our side of the money, in cents. Captured is what was ever taken, also where it went back. */
export interface LedgerSums {
  captured: number
  kept: number
  refunded: number
  failures: number
  unresolved: number
}

export interface LedgerAttempt {
  requestId: string
  amountCents: number
  outcome: 'CAPTURED' | 'DECLINED' | 'NOT_CHARGED' | 'VOIDED' | null
  chargeId: string | null
  refundedCents: number
  /** Being given back: the provider may have done it already. */
  refundingCents: number
}

/** A charge as the provider's own ledger has it: `netCents` is what it took and did not give back. */
export interface ProviderLedgerRow {
  id: string
  requestId: string
  capturedCents: number
  netCents: number
}

/** What our books and the provider's do not agree on, each as a sentence for the owner; none means balanced. */
export function ledgerDifferences(
  sums: LedgerSums,
  attempts: readonly LedgerAttempt[],
  charges: readonly ProviderLedgerRow[] | undefined,
): string[] {
  const found: string[] = []
  if (sums.captured !== sums.kept + sums.refunded + sums.failures)
    found.push(
      `Captured ${formatCents(sums.captured)} is not kept ${formatCents(sums.kept)} plus refunded ${formatCents(sums.refunded)} plus open failures ${formatCents(sums.failures)}.`,
    )
  if (charges) found.push(...compareWithProvider(attempts, charges))
  return found
}

function compareWithProvider(attempts: readonly LedgerAttempt[], charges: readonly ProviderLedgerRow[]): string[] {
  const attemptOf = new Map(attempts.map((attempt) => [attempt.requestId, attempt]))
  const taken = new Set(charges.filter((charge) => charge.netCents > 0).map((charge) => charge.requestId))
  const unexpected = charges.flatMap((charge) => judgeCharge(charge, attemptOf.get(charge.requestId)))
  const missing = attempts
    .filter(
      (attempt) =>
        attempt.outcome === 'CAPTURED' && !taken.has(attempt.requestId) && keptOf(attempt) > attempt.refundingCents,
    )
    .map((attempt) => `Charge ${attempt.chargeId} of ${formatCents(keptOf(attempt))} stands in our books only.`)
  return [...unexpected, ...missing]
}

function judgeCharge(charge: ProviderLedgerRow, attempt: LedgerAttempt | undefined): string[] {
  if (charge.netCents === 0) return []
  const amount = `Charge ${charge.id} of ${formatCents(charge.netCents)}`
  if (!attempt) return [`${amount} is known to the provider only.`]
  // Unsettled: reported beside the balance, not as a difference.
  if (attempt.outcome === null) return []
  if (attempt.outcome !== 'CAPTURED') return [`${amount} was taken, but our books call it ${attempt.outcome}.`]
  if (attempt.chargeId !== charge.id) return [`${amount} was taken a second time for charge ${attempt.chargeId}.`]
  const kept = keptOf(attempt)
  if (charge.netCents !== kept && charge.netCents !== kept - attempt.refundingCents)
    return [`${amount} stands in our books with ${formatCents(kept)}.`]
  return []
}

const keptOf = (attempt: LedgerAttempt) => attempt.amountCents - attempt.refundedCents
