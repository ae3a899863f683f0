/** The one way time enters the application; a test hands in one that it can set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
