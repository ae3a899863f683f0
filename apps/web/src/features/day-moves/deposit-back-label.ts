import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'

/** A phone booking may have no card payment yet. */
export function depositBackLabel({ refundableAmount: rest }: Pick<Booking, 'refundableAmount'>): string {
  return rest > 0 ? `Refund ${formatCents(rest)}` : 'Cancel my booking'
}
