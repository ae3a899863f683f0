import type { AdminBookingQuery } from '@arcadia/contract/booking-queries'
import { formatCompactDate, formatDate, venueDate } from '@arcadia/contract/trip-date'
import type { LinkProps } from 'react-router'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { MessageStart, Sender } from '../../list/message-cells.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { askerOf } from './asker.ts'

export const CSV_COLUMNS: readonly CsvColumn<AdminBookingQuery>[] = [
  { head: 'Asked', value: (query) => query.createdAt.toISOString() },
  { head: 'Confirmation number', value: (query) => query.confirmationNumber },
  { head: 'Trip', value: (query) => query.bookingDate },
  { head: 'Guests', value: (query) => query.bookingGuests },
  { head: 'First name', value: (query) => query.userFirstName },
  { head: 'Last name', value: (query) => query.userLastName },
  { head: 'Email', value: (query) => query.userEmail },
  { head: 'Question', value: (query) => query.queryMessage },
  { head: 'Response', value: (query) => query.adminResponse },
  { head: 'Admin notes', value: (query) => query.adminNotes },
  { head: 'Status', value: (query) => query.status },
]

export const questionColumns = (rowLink: (id: number) => LinkProps): readonly Column<AdminBookingQuery>[] => [
  {
    key: 'name',
    head: 'From',
    sort: 'name',
    cell: (query) => <Sender link={rowLink(query.id)} name={askerOf(query)} email={query.userEmail} />,
  },
  {
    key: 'question',
    head: 'Question',
    cell: ({ queryMessage }) => <MessageStart message={queryMessage} />,
  },
  {
    key: 'trip',
    head: 'Trip',
    sort: 'date',
    cell: ({ bookingDate, confirmationNumber }) => (
      <span className="num">
        {formatDate(bookingDate)}
        <br />
        <span className="small text-ink-2">{confirmationNumber}</span>
      </span>
    ),
  },
  {
    key: 'created',
    head: 'Asked',
    sort: 'created',
    cell: ({ createdAt }) => <span className="num">{formatCompactDate(venueDate(createdAt))}</span>,
  },
  {
    key: 'status',
    head: 'Status',
    sort: 'status',
    cell: ({ status }) => <StatusTag status={status} />,
    inBlock: 'corner',
  },
]
