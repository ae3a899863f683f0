import type { Sweep } from '../../jobs/sweeps.ts'
import type { Waitlist } from './waitlist.service.ts'

export function waitlistSweep(waitlist: Waitlist): Sweep {
  return { name: 'waitlist offers', everyMs: 1000, run: () => waitlist.offer() }
}
