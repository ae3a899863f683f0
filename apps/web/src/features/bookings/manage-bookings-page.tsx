import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import plate from '../../assets/plates/plate-07-skiff-in-mist.svg'
import { useDialogs } from '../../dialogs.ts'
import { useSession } from '../../session.tsx'
import { useSiteData } from '../../site-data.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BookingRow } from './booking-row.tsx'
import { myBookingsQuery } from './bookings.queries.ts'

export function ManageBookingsPage() {
  const { token, isLoading } = useSession()
  const { business } = useSiteData()
  if (isLoading) return null
  if (!token) return <Navigate to="/" replace />
  return (
    <main className="wrap pt-12 pb-section tablet:pt-16">
      <title>{`Manage Bookings · ${business.name}`}</title>
      <div className="mx-auto max-w-3xl">
        <h1 className="display h2 pb-8">Manage Bookings</h1>
        <MyBookings token={token} />
      </div>
    </main>
  )
}

function MyBookings({ token }: { token: string }) {
  const { openBooking } = useDialogs()
  const { data: bookings, error, refetch } = useQuery(myBookingsQuery(token))

  if (!bookings && error)
    return (
      <Banner>
        {error.message}{' '}
        <button type="button" className="lk" onClick={() => refetch()}>
          Try again
        </button>
      </Banner>
    )
  if (!bookings)
    return (
      <div className="loading">
        <Spinner label="Loading your bookings" />
      </div>
    )
  if (bookings.length === 0)
    return (
      <EmptyState title="No bookings yet" text="The first one is the hardest to wait for." plate={plate}>
        <Button variant="cta" onClick={() => openBooking()}>
          Book Your First Trip
        </Button>
      </EmptyState>
    )
  return (
    <ul className="bk-list">
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking} />
      ))}
    </ul>
  )
}
