import type { Clock } from '../clock.ts'

/** A clock that moves only when a test sets it. */
export interface TestClock extends Clock {
  set(instant: Date | string): void
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void
}

export function testClock(start: Date | string): TestClock {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    set(instant) {
      now = new Date(instant)
    },
    advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      now = new Date(now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
    },
  }
}
