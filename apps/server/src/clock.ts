/** The application's only source of time; tests pass one they can set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
