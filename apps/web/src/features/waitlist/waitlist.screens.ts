import type { PortalView } from '../../screen.ts'

export const waitlist: PortalView = {
  tab: 'bookings',
  view: 'waitlist',
  label: 'Waitlist',
  load: async () => (await import('./admin-waitlist.tsx')).AdminWaitlist,
}
