import type { BookingStatus } from '@arcadia/contract/bookings'
import type { DayMove, MovedParty } from '@arcadia/contract/day-moves'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'

/** A group's answer is derived from what became of its booking. */
export function stateOf(
  booking: { status: BookingStatus; selectedDate: TripDate },
  move: Pick<DayMove, 'date' | 'closedAt'>,
  isRefunded: boolean,
): MovedParty['state'] {
  if (booking.status === 'CANCELLED') return isRefunded ? 'REFUNDED' : 'CANCELLED'
  if (booking.selectedDate !== move.date) return 'MOVED'
  return move.closedAt || booking.status === 'COMPLETED' ? 'KEPT' : 'WAITING'
}

/** The message to a customer who chose a refund. */
export function describeDepositBack(
  refund: (NonNullable<MovedParty['refund']> & { toCards: Cents }) | null,
  ended: Cents = 0,
): {
  success: boolean
  message: string
} {
  if (ended > 0) {
    const { message } = describeDepositBack(refund)
    const about = `We'll be in touch about the ${formatCents(ended)} you paid with a gift voucher that can't be used anymore.`
    return { success: false, message: `${message} ${about}` }
  }
  if (!refund)
    return {
      success: true,
      message: "Your booking is cancelled. You didn't pay anything by card, so there's nothing to refund to a card.",
    }
  const amount = formatCents(refund.amount)
  if (refund.status === 'DONE') {
    const { toCards } = refund
    const onVoucher = refund.amount - toCards
    const ways = [
      onVoucher > 0 && `${formatCents(onVoucher)} is back on your gift voucher.`,
      toCards > 0 &&
        `${formatCents(toCards)} will be refunded to your card. Your bank usually shows it within 5 to 10 business days.`,
    ]
    return { success: true, message: `Your booking is cancelled, and ${ways.filter(Boolean).join(' ')}` }
  }
  if (refund.status === null)
    return {
      success: false,
      message: `Your booking is cancelled. Your ${amount} refund is being confirmed, and we'll email you when it's done.`,
    }
  return {
    success: false,
    message: `Your booking is cancelled, but we couldn't refund the full ${amount}. We're on it and will sort it out with you.`,
  }
}
