import { type Cents, Money } from '@arcadia/contract/money'
import * as z from 'zod/mini'

interface AmountWords {
  tooMuch: string
  /** The error for an empty field; without one, it may stay empty and means no particular amount. */
  missing?: string
}

/** A schema for a field in dollars that yields cents. */
export const typedAmount = (atMost: Cents, { tooMuch, missing }: AmountWords) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }): Cents | undefined => {
      const read = readAmount(text, atMost, tooMuch)
      const message = 'error' in read ? read.error : read.amount === undefined ? missing : undefined
      if (message) issues.push({ code: 'custom', message, input: text })
      return 'error' in read ? undefined : read.amount
    }),
  )

/** Parses an amount; an empty field means no particular amount. */
export function readAmount(
  text: string,
  atMost: Cents,
  tooMuch = 'That is more than you have paid.',
): { amount: Cents | undefined } | { error: string } {
  const plain = text.replace(/[$,\s]/g, '')
  if (!plain) return { amount: undefined }
  const dollars = /^\d*\.?\d*$/.test(plain) ? Number(plain) : Number.NaN
  const amount = z.safeDecode(Money, dollars).data
  if (amount === undefined) return { error: 'Please enter an amount in dollars, for example 350.00' }
  if (amount === 0) return { error: 'The amount must be more than zero.' }
  if (amount > atMost) return { error: tooMuch }
  return { amount }
}
