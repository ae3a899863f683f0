import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const adminBookings: readonly PortalView[] = [
  {
    at: portal.bookings.all,
    label: 'Bookings',
    load: async () => (await import('./admin-bookings-tab.tsx')).AdminBookingsTab,
  },
  {
    at: portal.bookings.calendar,
    for: 'guide',
    label: 'Calendar',
    load: async () => (await import('./calendar-view.tsx')).CalendarView,
  },
]
