import { addresses } from '@arcadia/contract/addresses'
import { streamMyNews } from '@arcadia/contract/bookings'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { useNews } from '../../news/private-news.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { type BookingLink, useBookingLink } from '../../session/use-booking-link.ts'
import { MyWaitlist } from '../waitlist/my-waitlist.tsx'
import { MyBookings } from './my-bookings.tsx'
import { SignInFirst } from './sign-in-first.tsx'

export function ManageBookingsPage() {
  const signedIn = useSession()
  const { session, isLoading } = signedIn
  const [wasSignedIn] = useState(session !== null)
  const { business } = useSiteData()
  useNews(streamMyNews, signedIn)
  const link = useBookingLink()
  const reason = link ? REASONS[link.kind] : 'Sign in to see your bookings'
  if (isLoading) return null
  // Don't ask someone who just signed out here to sign in again.
  if (!session) return wasSignedIn ? <Navigate to={addresses.home.href()} replace /> : <SignInFirst message={reason} />
  return (
    <main className="wrap pt-12 pb-section tablet:pt-16 print:py-4">
      <title>{`Manage Bookings · ${business.name}`}</title>
      <div className="mx-auto max-w-3xl print:max-w-none">
        <h1 className="display h2 pb-8">Manage Bookings</h1>
        <MyWaitlist key={`waitlist ${session.user.id}`} />
        <MyBookings key={session.user.id} />
      </div>
    </main>
  )
}

const REASONS: Record<BookingLink, string> = {
  offer: "Sign in to see the spots we're holding for you.",
  move: 'Sign in to choose another date or a refund.',
  booking: 'Sign in to see your booking',
}
