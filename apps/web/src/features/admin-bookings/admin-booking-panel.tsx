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
import { Loaded } from '../../ui/loaded.tsx'
import { PanelList, PanelSection, SidePanel } from '../../ui/side-panel.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { EventList } from '../bookings/event-list.tsx'
import { AdminGuestNotes } from '../guest-notes/admin-guest-notes.tsx'
import { BookingMails } from '../mails/booking-mails.tsx'
import { AdminBookingWaivers } from '../waivers/admin-booking-waivers.tsx'
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
  const details = useQuery(queryOf(getAdminBooking, { params: { id } }))
  const booking = details.data ?? known
  return (
    <SidePanel title={booking ? `${booking.firstName} ${booking.lastName}` : 'Booking'} onClose={onClose}>
      {refusal.message && (
        <Banner className="mb-4" onDismiss={refusal.onDismiss}>
          {refusal.message}
        </Banner>
      )}
      {booking && (
        <AdminBookingFacts booking={booking} details={details.data} onStatus={(to) => onStatus(booking, to)} />
      )}
      <Loaded query={details} height="mt-4 h-60" className="mt-4">
        {(data) => <Details booking={data} />}
      </Loaded>
    </SidePanel>
  )
}

function Details({ booking }: { booking: AdminBookingDetails }) {
  return (
    <>
      <AdminBookingCharges booking={booking} />
      <AdminManualPayments booking={booking} />
      <AdminGuestNotes bookingId={booking.id} />
      <AdminBookingWaivers bookingId={booking.id} />
      <AdminBookingNotes booking={booking} />
      <AdminBookingQuestions questions={booking.questions} />
      <BookingMails bookingId={booking.id} confirmationNumber={booking.confirmationNumber} />
      <PanelSection title="History">
        {booking.history.length === 0 ? <p className="muted">Nothing yet.</p> : <EventList events={booking.history} />}
      </PanelSection>
      <ChangeHistory kind="booking" id={booking.id} />
      <AdminDisputePack booking={booking} />
    </>
  )
}

/** What the customer asked about it; each leads to its answer. */
function AdminBookingQuestions({ questions }: { questions: readonly BookingQuery[] }) {
  return (
    <PanelSection title="Questions">
      <PanelList rows={questions} empty="No questions yet.">
        {({ id, queryMessage, createdAt, status }) => (
          <li key={id}>
            <span className="min-w-0 wrap-anywhere">
              <Link to={{ search: `?tab=booking-queries&id=${id}` }} className="row-link">
                {previewOf(queryMessage)}
              </Link>
              <span className="block small text-ink-2">Asked {formatDate(venueDate(createdAt))}</span>
            </span>
            <StatusTag status={status} />
          </li>
        )}
      </PanelList>
    </PanelSection>
  )
}
