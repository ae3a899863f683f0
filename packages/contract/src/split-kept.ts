import type { Booking } from './bookings.ts'
import type { Business } from './business.ts'
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
    ? `the other ${formatCents(rest)}${isGift ? '' : ' you paid'}`
    : `${formatCents(rest)} of ${isGift ? 'it' : 'what you paid'}`
  return {
    says: isGift
      ? `${formatCents(deposit)} of your gift isn't refundable.`
      : deposit < depositAmount
        ? `${formatCents(deposit)} of your deposit isn't refundable.`
        : `Your ${formatCents(deposit)} deposit isn't refundable.`,
    rest,
    restInWords: other,
  }
}

/** The same of a trip that we canceled, whose guest chooses; what went back, where it stands, is said before it. */
export const keptByUs = (kept: Cents, booking: Pick<Booking, 'paidAmount'>): string =>
  `${stillWithUs(kept, booking)}: pick another date, or ask for it back.`

export const stillWithUs = (kept: Cents, { paidAmount }: Pick<Booking, 'paidAmount'>): string =>
  `${kept < paidAmount ? 'The other' : 'Your'} ${formatCents(kept)} is still with us`

/** Where we canceled and wrote down no reason. */
export function askWhy({ phone, email }: Pick<Business, 'phone' | 'email'>): string {
  const way = phone ? `call or text us at ${phone}` : email && `write to us at ${email}`
  return way ? `If you'd like to know why, ${way}.` : ''
}

type Back = Pick<Booking, 'refundableAmount' | 'refundableToVouchers' | 'endedVoucherAmount' | 'cashAmount'> & {
  /** Where the card's part goes: `the Visa ending in 1111`. */
  paidWith?: string
}

/** Where what was paid goes back of a called-off day, the largest promise first (docs/rules.md §3.32). */
export function splitBack({
  refundableAmount,
  refundableToVouchers,
  endedVoucherAmount,
  cashAmount,
  paidWith = 'your card',
}: Back) {
  const toCards = refundableAmount - refundableToVouchers - endedVoucherAmount
  return {
    refund: toCards + refundableToVouchers,
    ways: [
      { where: `To ${paidWith}`, cents: toCards, says: `${formatCents(toCards)} will be refunded to ${paidWith}.` },
      {
        where: 'On your gift',
        cents: refundableToVouchers,
        says: `${formatCents(refundableToVouchers)} goes back on your gift, and its code works again.`,
      },
      { where: 'By hand', cents: cashAmount, says: `We'll hand your ${formatCents(cashAmount)} back.` },
      { where: "We'll call you about", cents: endedVoucherAmount, says: aboutEnded(endedVoucherAmount) },
    ].filter(({ cents }) => cents > 0),
  }
}

/** Where a refund goes that is asked for; empty while nobody knows (docs/rules.md §13.7). */
export function whereBack({ refundableAmount, refundableToVouchers, endedVoucherAmount, cashAmount }: Back): string {
  if (endedVoucherAmount > 0) return ''
  return refundableToVouchers === refundableAmount + cashAmount ? ' on your gift' : ' the way it was paid'
}

/** Of a refund, what a gift voucher could not take back (docs/rules.md §13.7). */
export const aboutEnded = (cents: Cents) =>
  `We'll be in touch about the ${formatCents(cents)} you paid with a gift that can't be used anymore.`

/** Of a refund, what a gift voucher took back. */
export const backOnVoucher = (cents: Cents) => `${formatCents(cents)} is back on your gift, and its code works again.`

/** What we refunded; what a bank took back is none of it (docs/rules.md §3.43), and a guide sees neither. */
export const refundedByUs = (of: { refundedAmount: Cents | null; chargedBackAmount: Cents | null }): Cents =>
  (of.refundedAmount ?? 0) - (of.chargedBackAmount ?? 0)
