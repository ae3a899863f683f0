import { useRef } from 'react'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { WhenNear } from './when-near.tsx'

const GiftInvitation = lazyFeature(
  async () => (await import('../../features/gift-vouchers/gift-invitation.tsx')).GiftInvitation,
  'nothing',
)

/** Gifts, in the season that the owner sets (docs/rules.md §13.20). */
export function GiftsOnLanding() {
  const place = useRef<HTMLDivElement>(null)
  const { showsGifts } = useSiteData()
  if (!showsGifts) return null
  return (
    <div ref={place}>
      <WhenNear section={place} waiting={<div className="min-h-64" />}>
        <GiftInvitation />
      </WhenNear>
    </div>
  )
}
