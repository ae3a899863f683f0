import type { Booking } from '@arcadia/contract/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'

/** What of a booking can go back to the card. */
export function cardMoneyLeft({ paidAmount, cashAmount, refundedAmount }: Booking): Cents {
  return paidAmount - cashAmount - refundedAmount
}

/** A booking made on the phone may have nothing paid by card yet. */
export function depositBackLabel(booking: Booking): string {
  const rest = cardMoneyLeft(booking)
  return rest > 0 ? `Refund ${formatCents(rest)}` : 'Cancel my booking'
}
