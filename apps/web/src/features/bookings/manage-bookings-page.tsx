import { Navigate, useLocation } from 'react-router'
import { useSession } from '../../session.tsx'
import { useSiteData } from '../../site-data.ts'
import { MyWaitlist } from '../waitlist/my-waitlist.tsx'
import { useCustomerNews } from './customer-news.ts'
import { MyBookings } from './my-bookings.tsx'
import { reasonToSignIn, SignInForLink } from './sign-in-for-link.tsx'

export function ManageBookingsPage() {
  const { token, isLoading } = useSession()
  const { business } = useSiteData()
  const { hash } = useLocation()
  useCustomerNews()
  if (isLoading) return null
  // Whoever comes from a mail signs in and finds here what it is about.
  const reason = reasonToSignIn(hash)
  if (!token) return reason ? <SignInForLink {...reason} /> : <Navigate to="/" replace />
  return (
    <main className="wrap pt-12 pb-section tablet:pt-16">
      <title>{`Manage Bookings · ${business.name}`}</title>
      <div className="mx-auto max-w-3xl">
        <h1 className="display h2 pb-8">Manage Bookings</h1>
        <MyWaitlist token={token} />
        <MyBookings token={token} />
      </div>
    </main>
  )
}
