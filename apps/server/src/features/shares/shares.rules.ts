import type { Cents } from '@arcadia/contract/money'
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
  const whole = fill(left + sumOf(open, ({ paid }) => paid), open)
  const asked = new Map(open.map((part, at) => [part, whole[at]! - part.paid]))
  const asks = parts.map((part) => asked.get(part) ?? part.paying)
  return { asks, rest: open.length > 0 ? 0 : left }
}

/**
 * Divides a sum by weight; the odd cents go to the first. A part that has paid more than its own keeps what it paid, and the
 * others divide what that leaves.
 */
function fill(total: Cents, parts: readonly Pick<Part, 'weight' | 'paid'>[]): Cents[] {
  const full = new Set<(typeof parts)[number]>()
  for (;;) {
    const sharing = parts.filter((part) => !full.has(part))
    const weights = sumOf(sharing, ({ weight }) => weight)
    const left = total - sumOf(full, ({ paid }) => paid)
    const over = sharing.filter(({ weight, paid }) => paid * weights > left * weight)
    for (const part of over) full.add(part)
    if (over.length > 0) continue
    const cents = parts.map((part) => (full.has(part) ? part.paid : Math.floor((left * part.weight) / weights)))
    const first = parts.findIndex((part) => !full.has(part))
    if (first >= 0) cents[first]! += total - sumOf(cents, (one) => one)
    return cents
  }
}

/**
 * The weights of a split in which each share asks for its amount, or for an equal part of what those leave. Undefined if they
 * don't add up, or one of the equal parts would be nothing.
 */
export function weighted(
  left: Cents,
  asked: readonly { amount: Cents | null; paid: Cents }[],
): { weights: number[]; asks: Cents[] } | undefined {
  const equal = asked.filter(({ amount }) => amount === null)
  const rest = left - sumOf(asked, ({ amount }) => amount ?? 0)
  if (rest < 0 || (rest > 0 && equal.length === 0)) return undefined
  const whole = fill(
    rest + sumOf(equal, ({ paid }) => paid),
    equal.map(({ paid }) => ({ weight: 1, paid })),
  )
  const wholes = asked.map((one) => (one.amount === null ? whole[equal.indexOf(one)]! : one.amount + one.paid))
  const asks = asked.map(({ paid }, at) => wholes[at]! - paid)
  if (asks.some((cents) => cents <= 0)) return undefined
  // Equal parts stay equal whatever changes.
  return { weights: equal.length === asked.length ? asked.map(() => 1) : wholes, asks }
}

/** Whether one of them is smaller than a card should pay, and less than an equal part. */
export const hasTooSmall = (left: Cents, asks: readonly Cents[]): boolean =>
  asks.some((cents) => cents < Math.min(LEAST_SHARE, Math.floor(left / asks.length)))

export function stateOf(part: Part, asks: Cents): ShareState {
  if (part.paying > 0) return 'PAYING'
  return isPaid(part) || (asks === 0 && part.paid > 0) ? 'PAID' : 'OPEN'
}

function sumOf<Item>(items: Iterable<Item>, of: (item: Item) => number): number {
  let sum = 0
  for (const item of items) sum += of(item)
  return sum
}
