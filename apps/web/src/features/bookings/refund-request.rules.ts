import type { Booking } from '@arcadia/contract/bookings'
import type { Cents } from '@arcadia/contract/money'

type Paid = Pick<Booking, 'paidAmount' | 'cashAmount' | 'refundedAmount'>

/** What a card paid and didn't get back: the most a refund can give. */
export const refundable = ({ paidAmount, cashAmount, refundedAmount }: Paid): Cents =>
  paidAmount - cashAmount - refundedAmount
