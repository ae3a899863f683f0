import { addresses } from '@arcadia/contract/addresses'
import { useSiteData } from '../../prerender/site-data.ts'
import { ShareLink } from '../waivers/share-link.tsx'

/** After a review was sent: the site, for a friend. */
export function TellAFriend() {
  const { name } = useSiteData().business
  return (
    <ShareLink
      url={new URL(addresses.home.href(), location.origin).href}
      title={name}
      share="Share with a friend"
      copy="Copy our link for a friend"
    />
  )
}
