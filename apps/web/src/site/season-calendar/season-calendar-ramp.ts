import { FEW } from '../../features/availability/day-look.ts'

/** The darkest green: every spot is free. 0 means none. */
const DARKEST = 4

/** A day's share of free spots in five steps, so that boats of any size use all of them. */
export function rampStep(availableSpots: number, capacity: number): number {
  return Math.min(DARKEST, Math.ceil((availableSpots / capacity) * DARKEST))
}

/** Only for mornings with more than a few spots; the others are amber, as in the booking dialog. */
export function greensOf(capacity: number): number[] {
  const green = Array.from({ length: capacity }, (_, taken) => capacity - taken).filter((left) => left > FEW)
  return [...new Set(green.map((left) => rampStep(left, capacity)))].reverse()
}
