import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { refundable } from '../bookings/refund-request.rules.ts'

/** A phone booking may have no card payment yet. */
export function depositBackLabel(booking: Booking): string {
  const rest = refundable(booking)
  return rest > 0 ? `Refund ${formatCents(rest)}` : 'Cancel my booking'
}
