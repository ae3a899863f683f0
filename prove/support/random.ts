/** Deterministic pseudorandom numbers: mulberry32. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    /** A whole number from `from` to `to`, both included. */
    between,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
    /** True with this percent chance. */
    percent: (chance: number) => next() * 100 < chance,
    /** Picks a name in proportion to its weight. */
    weighted<Name extends string>(weights: Record<Name, number>): Name {
      const entries = Object.entries<number>(weights) as [Name, number][]
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        rest -= weight
        if (rest < 0) return name
      }
      return entries[0]![0]
    },
  }
}

export type Random = ReturnType<typeof seededRandom>
