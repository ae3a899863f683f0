import type { Cents } from '@arcadia/contract/money'
import { divideByWeight, sumOf } from '@arcadia/contract/share-amounts'
import type { ShareState } from '@arcadia/contract/shares'

/** The least that a share comes to, unless it is an equal part (docs/rules.md §3.39). */
const LEAST_SHARE = 50_00

/** What a share has of the whole, and what was paid of it and is being paid. */
export interface Part {
  weight: number
  paid: Cents
  paying: Cents
  /** What it came to when it was paid. */
  settled: Cents | null
}

const isPaid = ({ settled, paid }: Part) => settled !== null && paid >= settled

/** Paid, or being paid: it asks for what it asked for. */
const isFixed = (part: Part) => isPaid(part) || part.paying > 0

/**
 * What each share asks for, in their order. Whatever changes what is owed falls on those that are open; if there are none, on
 * the organizer, as `rest`. What they ask, what is being paid and the rest are always what is owed.
 * @param owed what the booking owes
 * @param paying all that is being paid of it, also of no share
 */
export function divide(owed: Cents, paying: Cents, parts: readonly Part[]): { asks: Cents[]; rest: Cents } {
  const open = parts.filter((part) => !isFixed(part))
  const left = Math.max(0, owed - paying)
  const whole = divideByWeight(left + sumOf(open, ({ paid }) => paid), open)
  const asked = new Map(open.map((part, at) => [part, whole[at]! - part.paid]))
  const asks = parts.map((part) => asked.get(part) ?? part.paying)
  return { asks, rest: open.length > 0 ? 0 : left }
}

/** Whether one of them is smaller than a card should pay, and less than an equal part. */
export const hasTooSmall = (left: Cents, asks: readonly Cents[]): boolean =>
  asks.some((cents) => cents < Math.min(LEAST_SHARE, Math.floor(left / asks.length)))

export function stateOf(part: Part, asks: Cents): ShareState {
  if (part.paying > 0) return 'PAYING'
  return isPaid(part) || (asks === 0 && part.paid > 0) ? 'PAID' : 'OPEN'
}
