import type { Booking } from '@arcadia/contract/bookings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import plate from '../../assets/plates/plate-07-skiff-in-mist.svg'
import { useDialogs } from '../../dialogs.ts'
import { useSession } from '../../session.tsx'
import { useSiteData } from '../../site-data.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { useVenueToday } from '../availability/venue-today.ts'
import { MyWaitlist } from '../waitlist/my-waitlist.tsx'
import { isOfferLink } from '../waitlist/offer-link.ts'
import { SignInForOffer } from '../waitlist/sign-in-for-offer.tsx'
import { BookingDetailsDialog } from './booking-details-dialog.tsx'
import { BookingRow } from './booking-row.tsx'
import { myBookingsQuery } from './bookings.queries.ts'
import { useCustomerNews } from './customer-news.ts'
import { isUpcoming } from './manage-bookings.rules.ts'
import { RescheduleDialog } from './reschedule-dialog.tsx'

export function ManageBookingsPage() {
  const { token, isLoading } = useSession()
  const { business } = useSiteData()
  const { hash } = useLocation()
  useCustomerNews()
  if (isLoading) return null
  // Whoever comes from the mail of an offer signs in and finds it here.
  if (!token) return isOfferLink(hash) ? <SignInForOffer /> : <Navigate to="/" replace />
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

function MyBookings({ token }: { token: string }) {
  const { openBooking } = useDialogs()
  const { data: bookings, error, refetch } = useQuery(myBookingsQuery(token))

  if (!bookings && error) return <TryAgainBanner message={error.message} onRetry={() => refetch()} />
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
  return <BookingSections bookings={bookings} />
}

interface OpenDialog {
  name: 'reschedule' | 'details'
  bookingId: number
}

function BookingSections({ bookings }: { bookings: readonly Booking[] }) {
  const today = useVenueToday()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  // As the list has it now: a dialog that is open follows what becomes of its booking.
  const booking = open && bookings.find(({ id }) => id === open.bookingId)
  const close = () => setOpen(null)

  const upcoming = bookings.filter((one) => isUpcoming(one, today))
  const past = bookings.filter((one) => !isUpcoming(one, today))
  const sections = [
    { title: 'Upcoming', bookings: upcoming },
    { title: 'Past and cancelled', bookings: past },
  ]

  return (
    <div className="grid gap-10">
      {sections.map(
        (section) =>
          section.bookings.length > 0 && (
            <section key={section.title} className="grid gap-4">
              <h2 className="display h3">{section.title}</h2>
              <ul className="bk-list">
                {section.bookings.map((one) => (
                  <BookingRow
                    key={one.id}
                    booking={one}
                    today={today}
                    onReschedule={() => setOpen({ name: 'reschedule', bookingId: one.id })}
                    onDetails={() => setOpen({ name: 'details', bookingId: one.id })}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      {booking && open.name === 'reschedule' && <RescheduleDialog booking={booking} onClose={close} />}
      {booking && open.name === 'details' && (
        <BookingDetailsDialog
          booking={booking}
          onReschedule={() => setOpen({ name: 'reschedule', bookingId: booking.id })}
          onClose={close}
        />
      )}
    </div>
  )
}
