import { addresses, type EmailedLink } from '@arcadia/contract/addresses'
import { getReceipts, openReceipts } from '@arcadia/contract/receipts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { useSession } from '../../session/session.tsx'
import { readToken, useLinkId } from '../../session/use-emailed-link.ts'
import { PlatePage } from '../../ui/plate-page.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { SignInFirst } from '../my-bookings/sign-in-first.tsx'
import { ReceiptsView } from './receipts-view.tsx'

/** What was paid, to print, by the session of a trip's guest, or the link of a booking, a share or a gift (docs/rules.md §3.44). */
export function ReceiptsPage() {
  // Stays in the address, as on the trip's page.
  const token = readToken(useLocation().hash)
  const id = useLinkId(addresses.receipts)
  if (id && /^[1-9]\d{0,9}$/.test(id)) return <OwnReceipts key={id} id={Number(id)} />
  if (token) return <LinkedReceipts key={token} link={{ id: id ?? '', token }} />
  return (
    <PlatePage title="Receipts">
      <FreshLink id={id} to="whoever booked the trip" />
    </PlatePage>
  )
}

function OwnReceipts({ id }: { id: number }) {
  const { session, isLoading } = useSession()
  const receipts = useQuery(queryOf(getReceipts, { params: { id } }))
  if (isLoading) return null
  if (!session) return <SignInFirst message="Sign in to see your receipts" />
  return <ReceiptsView query={receipts} back={{ to: addresses.trip.own.href({ id }), label: 'Back to the trip' }} />
}

function LinkedReceipts({ link }: { link: EmailedLink }) {
  const { backTo } = useLocation().state ?? {}
  const receipts = useQuery(queryOf(openReceipts, { body: { token: link.token } }))
  const to = backTo ?? (receipts.data?.opensTrip && addresses.trip.href(link))
  return <ReceiptsView query={receipts} back={to && { to, label: 'Back to the trip' }} />
}
