import { useSiteData } from '../../prerender/site-data.ts'
import { hydratedNear } from './hydrated-near.tsx'

const invitation = hydratedNear(
  '[data-shows="gifts"]',
  async () => (await import('../../features/gift-vouchers/gift-invitation.tsx')).GiftInvitation,
)

/** Gifts, in the season that the owner sets (docs/rules.md §13.20); the server takes off `hidden`. */
export function GiftsOnLanding() {
  const { showsGifts } = useSiteData()
  return (
    <div data-shows="gifts" hidden={!showsGifts} suppressHydrationWarning>
      {invitation}
    </div>
  )
}
