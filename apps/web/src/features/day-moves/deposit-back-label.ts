import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'

/** What is given back by hand is no refund to a card; a phone booking may have paid nothing yet. */
export function depositBackLabel({
  refundableAmount: rest,
  cashAmount: byHand,
}: Pick<Booking, 'refundableAmount' | 'cashAmount'>): string {
  if (rest > 0) return `Refund ${formatCents(rest)}`
  return byHand > 0 ? `Cancel and get ${formatCents(byHand)} back` : 'Cancel my booking'
}
