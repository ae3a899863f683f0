import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

/** A file of its own, so that visitors don't load the portal's addresses. */
export const reviews: PortalView = {
  at: portal.bookingQueries.reviews,
  label: 'Reviews',
  load: async () => (await import('./admin-reviews.tsx')).AdminReviews,
}
