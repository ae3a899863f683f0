import { portal } from '@arcadia/contract/addresses'
import { formatDate, formatPortalTime, formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { type AdminWaitlistEntry, listWaitlist } from '@arcadia/contract/waitlist'
import { useState } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { EmailCell, TwoLines } from '../../list/cells.tsx'
import type { Column } from '../../list/data-table.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { NewBookingDialog } from '../phone-bookings/new-booking-dialog.tsx'

/** Offers are made and expire automatically. */
const POLL_MS = 15_000

/** The waitlist of each full day, with current offers; whoever calls can be booked from here. */
export function AdminWaitlist() {
  const [booking, setBooking] = useState<AdminWaitlistEntry>()
  return (
    <>
      <AdminList
        list={useListState()}
        caption="Waitlist"
        query={(asked) => ({ ...queryOf(listWaitlist, { query: asked }), refetchInterval: POLL_MS })}
        columns={columns(setBooking)}
        empty={
          <EmptyState
            title="No one is waiting"
            text="People waiting for a full day show up here. When spots open, we offer them automatically, first come, first served."
          />
        }
      />
      {booking && <NewBookingDialog known={knownOf(booking)} onClose={() => setBooking(undefined)} />}
    </>
  )
}

function knownOf({ selectedDate: date, numberOfGuests, customer }: AdminWaitlistEntry) {
  const { firstName, lastName, email, phone } = customer
  return { date, numberOfGuests, firstName: firstName ?? '', lastName: lastName ?? '', email, phone: phone ?? '' }
}

const columns = (onBook: (entry: AdminWaitlistEntry) => void): readonly Column<AdminWaitlistEntry>[] => [
  {
    head: 'Day',
    cell: ({ selectedDate, place }) => (
      <TwoLines className="num" below={place === 1 ? 'First in line' : `No. ${place} in line`}>
        <b>{formatDate(selectedDate)}</b>
      </TwoLines>
    ),
  },
  {
    head: 'Guest',
    cell: ({ customer: { id, name, email } }) => (
      <TwoLines width="min-[700.02px]:w-64" below={<EmailCell email={email} />}>
        <Link to={portal.users.href({ id: id })} className="row-link">
          {name}
        </Link>
      </TwoLines>
    ),
  },
  { head: 'Phone', cell: ({ customer: { name, phone } }) => phone && <PhoneLink phone={phone} to={name} /> },
  { head: 'Anglers', cell: ({ numberOfGuests }) => numberOfGuests, isNumber: true, inBlock: 'labelled' },
  {
    head: 'Since',
    cell: ({ createdAt }) => <span className="num">{formatOfferEnd(createdAt)}</span>,
    inBlock: 'labelled',
  },
  { head: 'Offer', cell: ({ offer }) => <Offer offer={offer} />, inBlock: 'corner' },
  {
    head: 'Book',
    cell: (entry) =>
      !entry.offer?.isBeingPaid && (
        <Button
          aria-label={`Book them: ${entry.customer.name}, ${formatDate(entry.selectedDate)}`}
          onClick={() => onBook(entry)}
        >
          Book them
        </Button>
      ),
    inBlock: 'line',
  },
]

function Offer({ offer }: Pick<AdminWaitlistEntry, 'offer'>) {
  if (!offer) return <StatusTag status="CLOSED" label="Waiting" />
  if (offer.isBeingPaid) return <StatusTag status="PENDING" label="Paying now" />
  return (
    <>
      <StatusTag status="CONFIRMED" label="Offered" />
      <span className="block max-w-28 whitespace-normal small num text-ink-2 min-[700.02px]:max-w-none">
        until {formatOfferEnd(offer.expiresAt)}
      </span>
    </>
  )
}

const formatOfferEnd = (instant: Date) => `${formatShortDate(venueDate(instant))}, ${formatPortalTime(instant)}`
