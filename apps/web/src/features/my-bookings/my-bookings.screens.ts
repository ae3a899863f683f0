import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const myBookings: Screens = {
  pages: [
    {
      path: addresses.bookings.path,
      load: async () => (await import('./manage-bookings-page.tsx')).ManageBookingsPage,
    },
  ],
}
