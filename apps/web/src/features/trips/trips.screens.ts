import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const trips: Screens = {
  pages: [{ path: addresses.trip.path, load: async () => (await import('./trip-page.tsx')).TripPage }],
}
