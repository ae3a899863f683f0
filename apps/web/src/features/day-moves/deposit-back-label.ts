import type { Booking } from '@arcadia/contract/bookings'

/** A booking made on the phone may have nothing paid yet. */
export function depositBackLabel({ paidAmount, refundedAmount }: Booking): string {
  return paidAmount > refundedAmount ? 'Refund my deposit' : 'Cancel my booking'
}
