import { hydratedNear } from './hydrated-near.tsx'

/** Gifts, in the season that the owner sets (docs/rules.md §13.20). */
export const giftsOnLanding = hydratedNear(
  '[data-shows=gifts]',
  async () => (await import('../../features/gift-vouchers/gift-invitation.tsx')).GiftInvitation,
)
