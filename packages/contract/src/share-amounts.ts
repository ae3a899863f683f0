import type { Cents } from './money.ts'

// How a bill is divided: the page shows it while somebody types, and the server decides by it (docs/rules.md §3.39).

/**
 * Divides a sum by weight; the odd cents go to the first. A part that has paid more than its own keeps what it paid, and the
 * others divide what that leaves.
 */
export function divideByWeight(total: Cents, parts: readonly { weight: number; paid: Cents }[]): Cents[] {
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
  const whole = divideByWeight(
    rest + sumOf(equal, ({ paid }) => paid),
    equal.map(({ paid }) => ({ weight: 1, paid })),
  )
  const wholes = asked.map((one) => (one.amount === null ? whole[equal.indexOf(one)]! : one.amount + one.paid))
  const asks = asked.map(({ paid }, at) => wholes[at]! - paid)
  if (asks.some((cents) => cents <= 0)) return undefined
  // Equal parts stay equal whatever changes.
  return { weights: equal.length === asked.length ? asked.map(() => 1) : wholes, asks }
}

export function sumOf<Item>(items: Iterable<Item>, of: (item: Item) => number): number {
  let sum = 0
  for (const item of items) sum += of(item)
  return sum
}
