import type { MoneyMethod } from '@arcadia/contract/admin/bookkeeping'
import type { BookingStatus } from '@arcadia/contract/bookings'
import type { DayMove, MovedParty } from '@arcadia/contract/day-moves'
import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { cardsInWords } from '@arcadia/contract/payments'
import { aboutEnded, backOnVoucher } from '@arcadia/contract/split-kept'
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

/** What a booking still has of one way of paying; what was paid by hand goes back by hand. */
export interface Paid {
  method: MoneyMethod
  cents: Cents
  /** The cards of a payment by card, as far as they are known. */
  cards?: readonly { cardBrand: string | null; last4: string | null }[] | null
}

const wayBack = ({ method, cents, cards }: Paid): string => {
  const amount = formatCents(cents)
  if (method === 'CARD') return `refund ${amount} to ${cardsInWords(cards ?? [])}`
  if (method === 'VOUCHER') return `put ${amount} back on your gift`
  return `give back the ${amount} you paid ${MANUAL_METHODS[method].how}`
}

/** The choice of a group whose day was called off, by how it paid. */
export function choiceInWords(paid: readonly Paid[], isAnyOpen: boolean): string[] {
  const another = 'A new date: pick any open morning'
  if (paid.length === 0)
    return isAnyOpen
      ? [`${another}.`, "Or cancel: you don't owe anything for that day."]
      : ["You can cancel: you don't owe anything for that day."]
  const ways = new Intl.ListFormat('en-US').format(['cancel the booking', ...paid.map(wayBack)])
  if (!isAnyOpen) return [`Your money back: we'll ${ways}.`]
  return [`${another}, and everything you paid moves with you.`, `Or your money back: we'll ${ways}.`]
}

const CANCELLED = 'Your booking is canceled.'

/** The message to a customer who chose a refund; `byHand` comes back as it was paid, `contact` says whom to call about it. */
export function describeDepositBack(
  refund: (NonNullable<MovedParty['refund']> & { toCards: Cents }) | null,
  { ended = 0, byHand = 0, contact = '' }: { ended?: Cents; byHand?: Cents; contact?: string } = {},
): {
  success: boolean
  message: string
} {
  if (ended > 0) {
    const { message } = describeDepositBack(refund, { byHand, contact })
    return { success: false, message: `${message} ${aboutEnded(ended)}` }
  }
  if (byHand > 0) {
    const { success, message } = refund ? describeDepositBack(refund) : { success: true, message: CANCELLED }
    return { success, message: `${message} We'll hand your ${formatCents(byHand)} back. ${contact}`.trimEnd() }
  }
  if (!refund) return { success: true, message: "Your booking is canceled, and you don't owe anything for that day." }
  const amount = formatCents(refund.amount)
  if (refund.status === 'DONE') {
    const { toCards } = refund
    const onVoucher = refund.amount - toCards
    const ways = [
      onVoucher > 0 && backOnVoucher(onVoucher),
      toCards > 0 &&
        `${formatCents(toCards)} will be refunded to your card. Your bank usually shows it within 5 to 10 business days.`,
    ]
    return { success: true, message: [CANCELLED, ...ways].filter(Boolean).join(' ') }
  }
  if (refund.status === null)
    return {
      success: false,
      message: `Your booking is canceled. Your ${amount} refund is being confirmed, and we'll email you when it's done.`,
    }
  return {
    success: false,
    message: `Your booking is canceled, but we couldn't refund the full ${amount}. We're on it and will sort it out with you.`,
  }
}
