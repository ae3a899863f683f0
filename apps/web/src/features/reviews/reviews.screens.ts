import { addresses, portal } from '@arcadia/contract/addresses'
import type { PortalView, Screens } from '../../screen.ts'

export const linkedReviews: Screens = {
  pages: [{ path: addresses.review.path, load: async () => (await import('./review-page.tsx')).ReviewPage }],
}

export const reviews: PortalView = {
  at: portal.bookingQueries.reviews,
  label: 'Reviews',
  load: async () => (await import('./admin-reviews.tsx')).AdminReviews,
}
