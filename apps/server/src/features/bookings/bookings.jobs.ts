import type { Sweep } from '../../jobs/sweeps.ts'
import type { Holds } from '../holds/holds.service.ts'
import type { BookingChanges } from './booking-changes.service.ts'

/** What becomes of holds and bookings by time. */
export function bookingSweeps(deps: { holds: Holds; changes: BookingChanges }): Sweep[] {
  return [
    { name: 'lapsed holds', everyMs: 1000, run: () => deps.holds.lapse() },
    { name: 'completed trips', everyMs: 60_000, run: () => deps.changes.complete() },
    { name: 'reminders', everyMs: 60_000, run: () => deps.changes.remind() },
    { name: 'old bookings of closed accounts', everyMs: 3_600_000, run: () => deps.changes.blank() },
  ]
}
