import type { Booking } from './bookings.ts'
import { type Cents, formatCents } from './money.ts'

type Paid = Pick<Booking, 'depositAmount' | 'surplusAmount' | 'paidAmount' | 'voucherAmount'>

/** Whoever comes with such a gift never paid a deposit (docs/rules.md §3.3). */
export const isPaidByGift = ({ depositAmount, paidAmount, voucherAmount }: Omit<Paid, 'surplusAmount'>): boolean =>
  voucherAmount === paidAmount && paidAmount > depositAmount

/**
 * Of what was paid and didn't go back: the deposit isn't refundable, the rest can be asked for, but for what a voucher's
 * trip is worth above its price (docs/rules.md §3.3).
 */
export function splitKept(kept: Cents, booking: Paid): { says: string; rest: Cents; restInWords: string } {
  const { depositAmount, surplusAmount } = booking
  const deposit = Math.min(kept, depositAmount)
  const rest = Math.max(0, kept - Math.max(depositAmount, surplusAmount))
  const isAll = deposit + rest === kept
  const isGift = isPaidByGift(booking)
  const other = isAll
    ? `the other ${formatCents(rest)} ${isGift ? 'of it' : 'you paid'}`
    : `${formatCents(rest)} of ${isGift ? 'it' : 'what you paid'}`
  return {
    says: isGift
      ? `${formatCents(deposit)} of your gift isn't refundable.`
      : `Your ${formatCents(deposit)} deposit isn't refundable.`,
    rest,
    restInWords: other,
  }
}
