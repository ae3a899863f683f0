import { addresses } from '@arcadia/contract/addresses'
import { type Booking, listBookingEvents } from '@arcadia/contract/bookings'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { useLastKnown } from '../../api/use-last-known.ts'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { bookingEventsQuery } from '../my-bookings/booking-details.queries.ts'
import { paymentsOf, ReceiptsLink } from '../my-bookings/booking-details-money.tsx'

/** Each payment with its card, and the way to the receipts. */
export function TripReceipt({ booking }: { booking: Booking }) {
  const {
    data: events,
    error,
    refetch,
  } = useLastKnown(listBookingEvents, { id: booking.id }, bookingEventsQuery(booking.id))
  if (!events && error) return <TryAgainBanner className="mt-5" error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ul className="trip__note num">
        {events &&
          paymentsOf(events).map(({ happenedAt, description }) => (
            <li key={`${happenedAt.getTime()} ${description}`}>
              {unbroken(`${formatDate(venueDate(happenedAt))}. ${description}`)}
            </li>
          ))}
      </ul>
      <div className="trip__acts">
        <ReceiptsLink to={addresses.receipts.own.href(booking)} />
      </div>
    </>
  )
}
