import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const reviews: PortalView = {
  at: portal.bookingQueries.reviews,
  label: 'Reviews',
  load: async () => (await import('./admin-reviews.tsx')).AdminReviews,
}
