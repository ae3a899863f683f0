import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import type { Cents } from '@arcadia/contract/money'

type Paid = Pick<AdminBookingDetails, 'charges' | 'refundableAmount' | 'refunds'> &
  Partial<Pick<AdminBookingDetails, 'whyNotRefund' | 'refundLimit'>>

/** What can go back to the card, and why a refund or void isn't possible now. */
export interface Refundable {
  cents: Cents
  whyNotRefund: string | undefined
  whyNotVoid: string | undefined
}

export function refundableOf(booking: Paid): Refundable {
  const cents = booking.refundableAmount
  const captured = booking.charges.filter(({ status }) => status === 'CAPTURED')
  const whyNotRefund = whyNot(booking, cents) ?? booking.whyNotRefund ?? undefined
  const whole = captured.filter(({ refundedAmount }) => refundedAmount === 0)
  return {
    cents,
    whyNotRefund,
    whyNotVoid:
      whyNotRefund ??
      (captured.length === 0
        ? 'Nothing was paid by card.'
        : whole.length === 0
          ? 'Part of it was already refunded. Refund the rest instead.'
          : whole.every(({ amount }) => amount > (booking.refundLimit ?? amount))
            ? 'It is more than you can refund. An owner can cancel it.'
            : undefined),
  }
}

/** Whether a bank took this charge back and did not give it back. */
export const wasTakenBack = (refunds: Paid['refunds'], { chargeId }: Paid['charges'][number]): boolean =>
  refunds.some(
    ({ kind, parts }) =>
      kind === 'CHARGED_BACK' && parts.some((part) => part.chargeId === chargeId && part.status === 'REFUNDED'),
  )

function whyNot({ charges, refunds }: Paid, cents: Cents): string | undefined {
  if (charges.some(({ status }) => status === 'PROCESSING' || status === 'NEEDS_REVIEW'))
    return 'A payment is still being confirmed. You can refund it once we know the result.'
  if (refunds.some(({ status }) => status === 'PROCESSING'))
    return "A refund is being processed. Please don't refund it again."
  if (cents > 0) return undefined
  return charges.some(({ status }) => status === 'CAPTURED')
    ? 'Everything paid by card has been refunded.'
    : 'Nothing to refund.'
}
