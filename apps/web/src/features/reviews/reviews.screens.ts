import type { PortalView } from '../../screen.ts'

export const reviews: PortalView = {
  tab: 'booking-queries',
  view: 'reviews',
  label: 'Reviews',
  load: async () => (await import('./admin-reviews.tsx')).AdminReviews,
}
