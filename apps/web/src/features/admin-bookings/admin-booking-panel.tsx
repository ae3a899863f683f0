import { portal } from '@arcadia/contract/addresses'
import { type AdminBookingDetails, getAdminBooking, listBookingNotes } from '@arcadia/contract/admin/bookings'
import type { BookingQuery } from '@arcadia/contract/booking-queries'
import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { getGuestNotes } from '@arcadia/contract/guest-notes'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { listWaiverSignatures } from '@arcadia/contract/waivers'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { previewOf } from '../../list/cells.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { FoldedSection, PanelList, SidePanel } from '../../ui/side-panel.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { AdminGuestNotes } from '../guest-notes/admin-guest-notes.tsx'
import { AdminPayLink } from '../phone-bookings/admin-pay-link.tsx'
import { AdminBookingShares } from '../shares/admin-booking-shares.tsx'
import { AdminBookingTips } from '../tips/admin-booking-tips.tsx'
import { AdminBookingWaivers } from '../waivers/admin-booking-waivers.tsx'
import { AdminBookingActions } from './admin-booking-actions.tsx'
import { AdminBookingCharges } from './admin-booking-charges.tsx'
import { AdminBookingLead } from './admin-booking-lead.tsx'
import { AdminBookingNotes } from './admin-booking-notes.tsx'
import { AdminDisputePack } from './admin-dispute-pack.tsx'
import { BookingTimeline } from './booking-timeline.tsx'

interface AdminBookingPanelProps {
  id: number
  /** Missing when a link leads to a booking that isn't in the list. */
  known: AdminBooking | undefined
  /** A status change that was refused or only partly done. */
  refusal: { message: ReactNode; onDismiss: () => void }
  onStatus: (booking: AdminBooking, status: BookingStatus) => void
  onClose: () => void
}

/** Everything about one booking. */
export function AdminBookingPanel({ id, known, refusal, onStatus, onClose }: AdminBookingPanelProps) {
  const input = { params: { id } }
  const details = useQuery(queryOf(getAdminBooking, input))
  const sections = useQueries({
    queries: [
      queryOf(getGuestNotes, input, { as: 'admin' }),
      queryOf(listBookingNotes, input),
      queryOf(listWaiverSignatures, input),
    ],
  })
  // Wait for all sections: a late one would push the others from under a finger.
  const shown = sections.every(({ isFetched }) => isFetched) ? details.data : undefined
  const booking = details.data ?? known
  return (
    <SidePanel title={booking ? fullName(booking) : 'Booking'} onClose={onClose}>
      {refusal.message && (
        <Banner className="mb-4" onDismiss={refusal.onDismiss}>
          {refusal.message}
        </Banner>
      )}
      {booking && <AdminBookingLead booking={booking} details={shown} onStatus={(to) => onStatus(booking, to)} />}
      <Loaded query={{ ...details, data: shown }} height="mt-4 h-60" className="mt-4">
        {(data) => <Details booking={data} />}
      </Loaded>
    </SidePanel>
  )
}

function Details({ booking }: { booking: AdminBookingDetails }) {
  return (
    <>
      <AdminPayLink booking={booking} />
      <AdminGuestNotes bookingId={booking.id} />
      <AdminBookingNotes booking={booking} />
      <AdminBookingActions booking={booking} />
      <div className="mt-6">
        <AdminBookingCharges booking={booking} />
        <AdminBookingShares bookingId={booking.id} />
        <AdminBookingTips bookingId={booking.id} />
        <AdminBookingWaivers booking={booking} />
        <AdminBookingQuestions questions={booking.questions} />
        <BookingTimeline booking={booking} />
        <AdminBookingAgreement booking={booking} />
      </div>
    </>
  )
}

/** The account it belongs to, the terms, and the evidence. */
function AdminBookingAgreement({ booking }: { booking: AdminBookingDetails }) {
  const { createdAt, terms, customer } = booking
  const acceptedAt = terms?.acceptedAt
  return (
    <FoldedSection title="Account and terms">
      <SummaryList
        rows={[
          {
            label: 'Account',
            value: (
              <>
                <Link to={portal.users.href({ id: customer.id })} className="wrap-anywhere">
                  {customer.name}
                </Link>
                {!customer.isActive && ' (inactive)'}
              </>
            ),
          },
          { label: 'Booked', value: formatPortalMoment(createdAt) },
          {
            label: 'Terms',
            value: terms
              ? `Version ${terms.version}${acceptedAt ? `, accepted ${formatPortalMoment(acceptedAt)}` : ''}`
              : 'Not signed online',
          },
        ]}
      />
      <AdminDisputePack booking={booking} />
    </FoldedSection>
  )
}

/** The customer's questions, each linking to its answer. */
function AdminBookingQuestions({ questions }: { questions: readonly BookingQuery[] }) {
  const waiting = questions.filter(({ status }) => status === 'NEW' || status === 'IN_PROGRESS').length
  if (questions.length === 0) return null
  return (
    <FoldedSection title="Questions" aside={waiting > 0 ? <b>{waiting} to answer</b> : questions.length}>
      <PanelList rows={questions}>
        {({ id, queryMessage, createdAt, status }) => (
          <li key={id}>
            <span className="min-w-0 wrap-anywhere">
              <Link to={portal.bookingQueries.href({ id: id })} className="row-link">
                {previewOf(queryMessage)}
              </Link>
              <span className="block small text-ink-2">Asked {formatDate(venueDate(createdAt))}</span>
            </span>
            <StatusTag status={status} />
          </li>
        )}
      </PanelList>
    </FoldedSection>
  )
}
