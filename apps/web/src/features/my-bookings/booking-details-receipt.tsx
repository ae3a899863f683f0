import { type Booking, dueOf } from '@arcadia/contract/bookings'
import { formatDate, formatFullDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { serverNow } from '../../api/clock.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { bookingEventsQuery } from './booking-details.queries.ts'
import './booking-details-receipt.css'
import { anglers, PACKAGES, TRIP_HOURS } from '../bookings/packages.ts'

/** Seen on paper only: there it takes the place of the whole page. */
export function BookingDetailsReceipt({ booking }: { booking: Booking }) {
  const { business, testMode } = useSiteData()
  const { data: events = [] } = useQuery(bookingEventsQuery(booking.id))
  const payments = events.filter(({ kind }) => kind === 'paid')
  return createPortal(
    <article className="receipt">
      <header>
        <p className="font-strong">{business.name}</p>
        <p>Arcadia, Florida</p>
        <p>{[business.email, business.phone].filter(Boolean).join(' · ')}</p>
      </header>
      <h2>Receipt</h2>
      {testMode && <p>Test mode: no money was taken.</p>}
      <SummaryList
        rows={[
          { label: 'Confirmation number', value: booking.confirmationNumber },
          { label: 'Printed', value: formatDate(venueDate(serverNow())) },
          { label: 'For', value: `${booking.firstName} ${booking.lastName}, ${booking.email}` },
          { label: 'Trip', value: `${formatFullDate(booking.selectedDate)}, ${TRIP_HOURS}` },
          {
            label: 'Package',
            value: `${PACKAGES[booking.packageType].name}, ${anglers(booking.numberOfGuests)}`,
          },
        ]}
      />
      <SummaryList
        rows={[
          { label: 'Total of the trip', value: <Money cents={booking.totalAmount} /> },
          ...payments.map(({ happenedAt, description }) => ({
            label: formatDate(venueDate(happenedAt)),
            value: description,
          })),
          { label: 'Still to pay', value: <Money cents={dueOf(booking)} /> },
          { label: 'Paid', value: <Money cents={booking.paidAmount} />, isDue: true },
          ...(booking.refundedAmount > 0
            ? [{ label: 'Of it refunded to your card', value: <Money cents={booking.refundedAmount} /> }]
            : []),
        ]}
      />
      <p>All amounts in US dollars. The deposit may be used to reschedule; it is not refundable.</p>
    </article>,
    document.body,
  )
}
