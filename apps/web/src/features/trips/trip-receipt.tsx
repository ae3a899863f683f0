import type { Booking } from '@arcadia/contract/bookings'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { bookingEventsQuery } from '../my-bookings/booking-details.queries.ts'
import { BookingDetailsReceipt, paymentsOf } from '../my-bookings/booking-details-money.tsx'

/** Each payment with its card, and the receipt to print; printed otherwise, the page is the trip. */
export function TripReceipt({ booking }: { booking: Booking }) {
  const [isPrinting, setPrinting] = useState(false)
  const { data: events, error, refetch } = useQuery(bookingEventsQuery(booking.id))
  useEffect(() => {
    if (!isPrinting) return
    const done = () => setPrinting(false)
    addEventListener('afterprint', done)
    print()
    return () => removeEventListener('afterprint', done)
  }, [isPrinting])
  if (!events && error) return <TryAgainBanner className="mt-5" error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ul className="trip__note num">
        {events &&
          paymentsOf(events).map(({ happenedAt, description }) => (
            <li key={`${happenedAt.getTime()} ${description}`}>
              {formatDate(venueDate(happenedAt))}. {description}
            </li>
          ))}
      </ul>
      <div className="trip__acts">
        <Button icon={<Printer aria-hidden />} disabled={!events} onClick={() => setPrinting(true)}>
          Print receipt
        </Button>
      </div>
      {isPrinting && <BookingDetailsReceipt booking={booking} />}
    </>
  )
}
