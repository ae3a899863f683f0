import type { Screens } from '../../screen.ts'

export const myBookings: Screens = {
  pages: [{ path: '/bookings', load: async () => (await import('./manage-bookings-page.tsx')).ManageBookingsPage }],
}
