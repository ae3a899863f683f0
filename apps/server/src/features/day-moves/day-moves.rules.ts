import type { MoneyMethod } from '@arcadia/contract/admin/bookkeeping'
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

/** Whether a group has to choose: one that is confirmed, or keeps its spots until its deposit is paid. */
export const hasChoice = ({ status, depositUntil }: { status: BookingStatus; depositUntil: Date | null }): boolean =>
  status === 'CONFIRMED' || (status === 'PENDING' && depositUntil !== null)

/** How a booking was paid; what was paid by hand goes back by hand. */
export type PaidBy = MoneyMethod

const WAYS_BACK = [
  { by: ['CARD'], words: 'refund your card' },
  { by: ['VOUCHER'], words: 'put what you paid with a gift voucher back on it' },
  { by: ['CASH', 'CHECK'], words: 'give back what you paid in cash or by check' },
  { by: ['ZELLE', 'VENMO', 'OTHER'], words: 'give back what else you paid' },
] as const satisfies { by: PaidBy[]; words: string }[]

/** The choice of a group whose day was called off, by how it paid. */
export function choiceInWords(paidBy: readonly PaidBy[]): string {
  const ways = WAYS_BACK.filter(({ by }) => by.some((one) => paidBy.includes(one))).map(({ words }) => words)
  const another = 'Choose another date, no matter how soon it is'
  if (ways.length === 0) return `${another}. Or cancel: you don't owe anything for that day.`
  return `${another}, and what you paid goes with you. Or get your money back: we'll ${new Intl.ListFormat('en-US').format(['cancel the booking', ...ways])}.`
}

const CANCELLED = 'Your booking is cancelled.'

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
    const about = `We'll be in touch about the ${formatCents(ended)} you paid with a gift voucher that can't be used anymore.`
    return { success: false, message: `${message} ${about}` }
  }
  if (byHand > 0) {
    const { success, message } = refund ? describeDepositBack(refund) : { success: true, message: CANCELLED }
    return { success, message: `${message} We'll hand your ${formatCents(byHand)} back. ${contact}`.trimEnd() }
  }
  if (!refund) return { success: true, message: "Your booking is cancelled, and you don't owe anything for that day." }
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
