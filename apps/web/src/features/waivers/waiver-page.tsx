import { addresses } from '@arcadia/contract/addresses'
import { generatePath, Navigate, useLocation } from 'react-router'
import { useLinkId } from '../../session/use-emailed-link.ts'

/** Links in older emails: the page of the trip, with the form open. */
export function WaiverPage() {
  const { hash } = useLocation()
  const link = useLinkId(addresses.waiver)
  const pathname = generatePath(addresses.trip.path, { link: link ?? null })
  return <Navigate to={{ pathname, hash }} state={{ isSigning: true }} replace />
}
