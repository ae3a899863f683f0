import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const linkedReviews: Screens = {
  pages: [{ path: addresses.review.path, load: async () => (await import('./review-page.tsx')).ReviewPage }],
}
