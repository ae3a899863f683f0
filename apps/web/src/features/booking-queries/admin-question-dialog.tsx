import { portal } from '@arcadia/contract/addresses'
import {
  type AdminBookingQuery,
  BookingQueryStatus,
  getBookingQuery,
  listBookingQueries,
  listBookingQueriesByStatus,
  searchBookingQueries,
  setBookingQueryStatus,
} from '@arcadia/contract/booking-queries'
import { formatDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { AnswerDialog } from '../replies/answer-dialog.tsx'
import { askerOf } from './asker.ts'

interface AdminQuestionDialogProps {
  id: number
  /** Missing when a link leads to a question that isn't in the list. */
  known: AdminBookingQuery | undefined
  onClose: () => void
}

export function AdminQuestionDialog({ id, known, onClose }: AdminQuestionDialogProps) {
  const query = useQuery(queryOf(getBookingQuery, { params: { id } }))
  const question = query.data ?? known
  return (
    <AnswerDialog
      kind="booking-query"
      title={question ? askerOf(question) : 'Question'}
      query={query}
      row={question}
      statuses={BookingQueryStatus}
      lists={[searchBookingQueries, listBookingQueriesByStatus, listBookingQueries, getBookingQuery]}
      send={(row, body, idempotencyKey) =>
        call(setBookingQueryStatus, { params: { id: row }, body }, { idempotencyKey })
      }
      written={(row) => ({ message: row.queryMessage, email: row.userEmail, facts: factsOf(row) })}
      saved="Booking query status updated successfully"
      aside={(row) => (
        <Link to={portal.bookings.href({ id: row.bookingId })} className="link min-h-11">
          Open the booking
        </Link>
      )}
      onClose={onClose}
    />
  )
}

function factsOf(query: AdminBookingQuery) {
  return [
    { label: 'Trip', value: formatDate(query.bookingDate) },
    { label: 'Anglers', value: query.bookingGuests },
    { label: 'Confirmation', value: query.confirmationNumber },
    { label: 'Email', value: <EmailLink email={query.userEmail} /> },
    query.bookingPhone !== null && {
      label: 'Phone',
      value: <PhoneLink phone={query.bookingPhone} to={query.userFirstName} />,
    },
    { label: 'Asked', value: formatPortalMoment(query.createdAt) },
    query.respondedAt !== null && { label: 'Responded', value: formatPortalMoment(query.respondedAt) },
  ]
}
