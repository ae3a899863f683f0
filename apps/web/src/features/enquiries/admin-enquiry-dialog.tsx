import {
  type AdminEnquiry,
  COUNTRIES,
  EnquiryStatus,
  getEnquiry,
  listEnquiries,
  listEnquiriesByStatus,
  searchEnquiries,
  setEnquiryStatus,
} from '@arcadia/contract/enquiries'
import { formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { Button } from '../../ui/button.tsx'
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { NewBookingDialog } from '../phone-bookings/new-booking-dialog.tsx'
import { AnswerDialog } from '../replies/answer-dialog.tsx'
import { saidIn } from './said-in-enquiry.ts'

interface AdminEnquiryDialogProps {
  id: number
  /** Missing when a link leads to an enquiry that isn't in the list. */
  known: AdminEnquiry | undefined
  onClose: () => void
}

export function AdminEnquiryDialog({ id, known, onClose }: AdminEnquiryDialogProps) {
  const query = useQuery(queryOf(getEnquiry, { params: { id } }))
  const [isBooking, setBooking] = useState(false)
  const enquiry = query.data ?? known
  return (
    <>
      <AnswerDialog
        kind="enquiry"
        title={enquiry?.fullName ?? 'Enquiry'}
        query={query}
        row={enquiry}
        statuses={EnquiryStatus}
        lists={[searchEnquiries, listEnquiriesByStatus, listEnquiries, getEnquiry]}
        send={(row, body, idempotencyKey) => call(setEnquiryStatus, { params: { id: row }, body }, { idempotencyKey })}
        written={(row) => ({
          message: row.message ?? 'No message was left.',
          email: row.email,
          facts: factsOf(row),
        })}
        aside={() => (
          <Button className="max-[32rem]:w-full" onClick={() => setBooking(true)}>
            Turn into a booking
          </Button>
        )}
        onClose={onClose}
      />
      {isBooking && enquiry && <BookingOfEnquiry enquiry={enquiry} onClose={() => setBooking(false)} />}
    </>
  )
}

/** Makes a booking from the enquiry, which then counts as answered. */
function BookingOfEnquiry({ enquiry, onClose }: { enquiry: AdminEnquiry; onClose: () => void }) {
  const config = useBookingConfig()
  const close = useMutation({
    mutationFn: () => call(setEnquiryStatus, { params: { id: enquiry.id }, body: { status: 'CLOSED' } }),
  })
  if (!config) return null
  const { firstName, lastName, email, phone, message } = enquiry
  const { dates, ...said } = saidIn(message ?? '', config)
  // Of several dates only the guest knows which one.
  const known = { firstName, lastName, email, phone, ...said, ...(dates.length === 1 && { date: dates[0]! }) }
  return (
    <NewBookingDialog
      known={known}
      asked={message === null ? undefined : <Asked message={message} dates={dates} />}
      onBooked={() => close.mutate()}
      onClose={onClose}
    />
  )
}

/** The message, and what was read from it, beside what is filled in. */
function Asked({ message, dates }: { message: string; dates: readonly TripDate[] }) {
  return (
    <section aria-label="The message" className="grid gap-2">
      <p className="max-h-40 overflow-y-auto whitespace-pre-line border-line-2 border-l-3 pl-4 wrap-anywhere">
        {message}
      </p>
      {dates.length > 0 && (
        <p className="num small">
          <b>From the message:</b> {dates.map(formatShortDate).join(' · ')}
        </p>
      )}
    </section>
  )
}

const countryNames = new Map<string, string>(COUNTRIES)

function factsOf(enquiry: AdminEnquiry) {
  return [
    { label: 'Email', value: <EmailLink email={enquiry.email} /> },
    { label: 'Phone', value: <PhoneLink phone={enquiry.phone} to={enquiry.firstName} /> },
    { label: 'Country', value: countryNames.get(enquiry.country) ?? enquiry.country },
    { label: 'Received', value: formatPortalMoment(enquiry.createdAt) },
    enquiry.respondedAt !== null && { label: 'Responded', value: formatPortalMoment(enquiry.respondedAt) },
  ]
}
