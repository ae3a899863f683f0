import type { Sweep } from '../../jobs/sweeps.ts'
import type { BookingChanges } from './booking-changes.service.ts'

/** What becomes of bookings by time. */
export function bookingSweeps(deps: { changes: BookingChanges }): Sweep[] {
  return [
    { name: 'completed trips', everyMs: 60_000, run: () => deps.changes.complete() },
    { name: 'reminders', everyMs: 60_000, run: () => deps.changes.remind() },
    { name: 'old bookings of closed accounts', everyMs: 3_600_000, run: () => deps.changes.blank() },
  ]
}
