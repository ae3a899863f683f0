import { addresses } from '@arcadia/contract/addresses'
import { useLocation } from 'react-router'
import { readToken, useLinkId } from '../../session/use-emailed-link.ts'
import { PlatePage } from '../../ui/plate-page.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { LinkedTripPage } from './linked-trip-page.tsx'
import { OwnTripPage } from './own-trip-page.tsx'

/** The page of one trip, by its guest's session, the booking's link or the group's (docs/rules.md §2.26). */
export function TripPage() {
  // Stays in the address: a phone may reload the page, and the link is worth keeping.
  const token = readToken(useLocation().hash)
  const id = useLinkId(addresses.trip)
  if (id && /^[1-9]\d{0,9}$/.test(id)) return <OwnTripPage key={id} id={Number(id)} />
  if (token) return <LinkedTripPage key={token} link={{ id: id ?? '', token }} />
  return (
    <PlatePage title="Your trip">
      <FreshLink id={id} to="whoever booked the trip" />
    </PlatePage>
  )
}
