/** The darkest green: every spot is free. 0 is a day without one. */
const DARKEST = 4

/** How green a day is: its share of free spots in five steps, so that a boat of any size uses all of them. */
export function rampStep(availableSpots: number, capacity: number): number {
  return Math.min(DARKEST, Math.ceil((availableSpots / capacity) * DARKEST))
}

export const RAMP = [0, 1, 2, 3, DARKEST] as const
