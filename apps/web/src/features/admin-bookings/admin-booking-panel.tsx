import { type AdminBookingDetails, getAdminBooking } from '@arcadia/contract/admin-bookings'
import type { BookingQuery } from '@arcadia/contract/booking-queries'
import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { previewOf } from '../../list/message-cells.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { EventList } from '../bookings/event-list.tsx'
import { BookingMails } from '../mails/booking-mails.tsx'
import { AdminBookingCharges } from './admin-booking-charges.tsx'
import { AdminBookingFacts } from './admin-booking-facts.tsx'
import { AdminBookingNotes } from './admin-booking-notes.tsx'
import { AdminDisputePack } from './admin-dispute-pack.tsx'
import { AdminManualPayments } from './admin-manual-payments.tsx'

interface AdminBookingPanelProps {
  id: number
  /** When it is in the list; a link may lead to one that is not. */
  known: AdminBooking | undefined
  /** A change of its status that was refused, or done in part. */
  refusal: { message: ReactNode; onDismiss: () => void }
  onStatus: (booking: AdminBooking, status: BookingStatus) => void
  onClose: () => void
}

/** All that belongs to one booking. */
export function AdminBookingPanel({ id, known, refusal, onStatus, onClose }: AdminBookingPanelProps) {
  const { data, error, refetch } = useQuery(queryOf(getAdminBooking, { params: { id } }))
  const booking = data ?? known
  return (
    <SidePanel title={booking ? `${booking.firstName} ${booking.lastName}` : 'Booking'} onClose={onClose}>
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {refusal.message && (
        <Banner className="mb-4" onDismiss={refusal.onDismiss}>
          {refusal.message}
        </Banner>
      )}
      {booking && <AdminBookingFacts booking={booking} details={data} onStatus={(to) => onStatus(booking, to)} />}
      {data && <Details booking={data} />}
      {!data && !error && <Skeleton className="mt-4 h-60 w-full" />}
    </SidePanel>
  )
}

function Details({ booking }: { booking: AdminBookingDetails }) {
  return (
    <>
      <AdminBookingCharges booking={booking} />
      <AdminManualPayments booking={booking} />
      <AdminBookingNotes booking={booking} />
      <AdminBookingQuestions questions={booking.questions} />
      <BookingMails bookingId={booking.id} confirmationNumber={booking.confirmationNumber} />
      <section className="panel__s" aria-labelledby="booking-history">
        <h3 id="booking-history">History</h3>
        {booking.history.length === 0 ? <p className="muted">Nothing yet.</p> : <EventList events={booking.history} />}
      </section>
      <ChangeHistory kind="booking" id={booking.id} />
      <AdminDisputePack booking={booking} />
    </>
  )
}

/** What the customer asked about it; each leads to its answer. */
function AdminBookingQuestions({ questions }: { questions: readonly BookingQuery[] }) {
  return (
    <section className="panel__s" aria-labelledby="booking-questions">
      <h3 id="booking-questions">Questions</h3>
      {questions.length === 0 && <p className="muted">No questions yet.</p>}
      {questions.length > 0 && (
        <ul className="panel-list">
          {questions.map(({ id, queryMessage, createdAt, status }) => (
            <li key={id}>
              <span className="min-w-0 wrap-anywhere">
                <Link to={{ search: `?tab=booking-queries&id=${id}` }} className="row-link">
                  {previewOf(queryMessage)}
                </Link>
                <span className="block small text-ink-2">Asked {formatDate(venueDate(createdAt))}</span>
              </span>
              <StatusTag status={status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
