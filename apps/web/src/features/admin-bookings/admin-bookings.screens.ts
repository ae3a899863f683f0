import type { PortalView } from '../../screen.ts'

export const adminBookings: readonly PortalView[] = [
  {
    tab: 'bookings',
    view: 'all',
    label: 'Bookings',
    load: async () => (await import('./admin-bookings-tab.tsx')).AdminBookingsTab,
  },
  {
    tab: 'bookings',
    view: 'calendar',
    for: 'guide',
    label: 'Calendar',
    load: async () => (await import('./calendar-view.tsx')).CalendarView,
  },
]
