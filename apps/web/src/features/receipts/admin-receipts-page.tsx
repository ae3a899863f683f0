import { addresses, portal } from '@arcadia/contract/addresses'
import { getBookingReceipts } from '@arcadia/contract/receipts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { ReceiptsView } from './receipts-view.tsx'

/** What was paid for a booking, to print, for owners and the office. */
export function AdminReceiptsPage() {
  const { isAuthenticated } = useAdminAuth()
  const { pathname } = useLocation()
  const id = Number(useParams().id)
  const receipts = useQuery(queryOf(getBookingReceipts, { params: { id } }))
  if (!isAuthenticated) return <Navigate to={addresses.staffSignIn.href()} replace state={{ from: pathname }} />
  return <ReceiptsView query={receipts} back={{ to: portal.bookings.href({ id }), label: 'Back to the booking' }} />
}
