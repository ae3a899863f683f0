import { FEW } from '../../features/availability/day-look.ts'

/** The darkest green: every spot is free. 0 is a day without one. */
const DARKEST = 4

/** How green a day is: its share of free spots in five steps, so that a boat of any size uses all of them. */
export function rampStep(availableSpots: number, capacity: number): number {
  return Math.min(DARKEST, Math.ceil((availableSpots / capacity) * DARKEST))
}

/** Of mornings with more than a few spots; those with few are amber, as in the booking dialog. */
export function greensOf(capacity: number): number[] {
  const green = Array.from({ length: capacity }, (_, taken) => capacity - taken).filter((left) => left > FEW)
  return [...new Set(green.map((left) => rampStep(left, capacity)))].reverse()
}
