import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const waitlist: PortalView = {
  at: portal.bookings.waitlist,
  label: 'Waitlist',
  load: async () => (await import('./admin-waitlist.tsx')).AdminWaitlist,
}
