import type { BookingStatus } from '@arcadia/contract/bookings'
import type { DayMove, MovedParty } from '@arcadia/contract/day-moves'
import { formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'

/** A group's answer is simply what became of its booking, however it got there. */
export function stateOf(
  booking: { status: BookingStatus; selectedDate: TripDate },
  move: Pick<DayMove, 'date' | 'closedAt'>,
  isRefunded: boolean,
): MovedParty['state'] {
  if (booking.status === 'CANCELLED') return isRefunded ? 'REFUNDED' : 'CANCELLED'
  if (booking.selectedDate !== move.date) return 'MOVED'
  return move.closedAt || booking.status === 'COMPLETED' ? 'KEPT' : 'WAITING'
}

/** What a customer who took the deposit back reads of it. */
export function describeDepositBack(refund: MovedParty['refund']): { success: boolean; message: string } {
  if (!refund)
    return {
      success: true,
      message: "Your booking is cancelled. You didn't pay anything by card, so there's nothing to refund to a card.",
    }
  const amount = formatCents(refund.amount)
  if (refund.status === 'DONE')
    return {
      success: true,
      message: `Your booking is cancelled, and ${amount} will be refunded to your card. Your bank usually shows it within 5 to 10 business days.`,
    }
  if (refund.status === null)
    return {
      success: false,
      message: `Your booking is cancelled. Your ${amount} refund is being confirmed, and we'll email you when it's done.`,
    }
  return {
    success: false,
    message: `Your booking is cancelled, but we couldn't refund the full ${amount}. We can see that and will sort it out with you.`,
  }
}
