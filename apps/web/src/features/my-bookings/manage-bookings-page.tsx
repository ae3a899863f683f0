import { streamMyNews } from '@arcadia/contract/bookings'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { useNews } from '../../news/use-news.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { MyWaitlist } from '../waitlist/my-waitlist.tsx'
import { MyBookings } from './my-bookings.tsx'
import { SignInFirst } from './sign-in-first.tsx'

export function ManageBookingsPage() {
  const signedIn = useSession()
  const { session, isLoading } = signedIn
  const [wasSignedIn] = useState(session !== null)
  const { business } = useSiteData()
  useNews(streamMyNews, signedIn)
  if (isLoading) return null
  // Who signs out here is not asked to sign in again.
  if (!session) return wasSignedIn ? <Navigate to="/" replace /> : <SignInFirst />
  return (
    <main className="wrap pt-12 pb-section tablet:pt-16">
      <title>{`Manage Bookings · ${business.name}`}</title>
      <div className="mx-auto max-w-3xl">
        <h1 className="display h2 pb-8">Manage Bookings</h1>
        <MyWaitlist key={`waitlist ${session.user.id}`} />
        <MyBookings key={session.user.id} />
      </div>
    </main>
  )
}
