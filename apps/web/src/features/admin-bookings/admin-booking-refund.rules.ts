import type { AdminBookingDetails } from '@arcadia/contract/admin-bookings'
import type { Cents } from '@arcadia/contract/money'

type Paid = Pick<AdminBookingDetails, 'charges' | 'refunds'>

/** What can go back to the card, and why nothing can be refunded or voided now. */
export interface Refundable {
  cents: Cents
  whyNotRefund: string | undefined
  whyNotVoid: string | undefined
}

export function refundableOf({ charges, refunds }: Paid): Refundable {
  const captured = charges.filter(({ status }) => status === 'CAPTURED')
  const cents = captured.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0)
  const whyNotRefund = whyNot({ charges, refunds }, cents)
  const isPartlyBack = captured.some(({ refundedAmount }) => refundedAmount > 0)
  return {
    cents,
    whyNotRefund,
    whyNotVoid: whyNotRefund ?? (isPartlyBack ? 'A part went back already: refund the rest instead.' : undefined),
  }
}

function whyNot({ charges, refunds }: Paid, cents: Cents): string | undefined {
  if (charges.some(({ status }) => status === 'PROCESSING' || status === 'NEEDS_REVIEW'))
    return 'A payment is being confirmed. Nothing can go back until its outcome is known.'
  if (refunds.some(({ status }) => status === 'PROCESSING'))
    return 'A refund is being processed. Please do not refund it again.'
  if (cents > 0) return undefined
  return charges.some(({ status }) => status === 'CAPTURED')
    ? 'All that was paid by card has gone back.'
    : 'Nothing was captured by card.'
}
