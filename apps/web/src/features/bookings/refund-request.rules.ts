import type { Booking } from '@arcadia/contract/bookings'
import { type Cents, Money } from '@arcadia/contract/money'
import * as z from 'zod/mini'

type Paid = Pick<Booking, 'paidAmount' | 'cashAmount' | 'refundedAmount'>

/** What a card paid and has not got back: all that a refund can give. */
export const refundable = ({ paidAmount, cashAmount, refundedAmount }: Paid): Cents =>
  paidAmount - cashAmount - refundedAmount

/** What was typed as an amount; an empty field asks for no certain amount. */
export function readAmount(
  text: string,
  atMost: Cents,
  tooMuch = 'That is more than you have paid.',
): { amount: Cents | undefined } | { error: string } {
  const plain = text.replace(/[$,\s]/g, '')
  if (!plain) return { amount: undefined }
  const dollars = /^\d*\.?\d*$/.test(plain) ? Number(plain) : Number.NaN
  const amount = z.safeDecode(Money, dollars).data
  if (amount === undefined) return { error: 'Please write an amount in dollars, for example 350.00' }
  if (amount === 0) return { error: 'An amount is more than zero.' }
  if (amount > atMost) return { error: tooMuch }
  return { amount }
}
