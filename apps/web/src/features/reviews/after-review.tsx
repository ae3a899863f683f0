import { addresses } from '@arcadia/contract/addresses'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ShareLink } from '../waivers/share-link.tsx'

/** Where to go after a review was sent. */
export function AfterReview({ isMain = true }: { isMain?: boolean }) {
  const { name } = useSiteData().business
  return (
    <>
      <LinkButton to={addresses.season.href()} variant={isMain ? 'cta' : 'line'}>
        Book again
      </LinkButton>
      <ShareLink
        url={new URL(addresses.home.href(), location.origin).href}
        title={name}
        share="Share with a friend"
        copy="Copy our link for a friend"
      />
    </>
  )
}
