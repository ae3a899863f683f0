import {
  type AdminBookingQuery,
  BookingQueryStatus,
  getBookingQueryStats,
  listBookingQueries,
  listBookingQueriesByStatus,
  searchBookingQueries,
} from '@arcadia/contract/booking-queries'
import { formatCompactDate, formatDate, venueDate } from '@arcadia/contract/trip-date'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { MessageStart, Sender } from '../../list/message-cells.tsx'
import { StatCards } from '../../list/stat-cards.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { useStats } from '../../list/use-stats.ts'
import { StatusTag } from '../../ui/tag.tsx'
import { AdminQuestionDialog } from './admin-question-dialog.tsx'
import { askerOf } from './asker.ts'

export function AdminQuestions() {
  const list = useListState({ statuses: BookingQueryStatus.options, sorts: ['name', 'date', 'status', 'created'] })
  const stats = useStats(getBookingQueryStats)
  const counts = {
    all: stats?.totalQueries,
    NEW: stats?.newQueries,
    IN_PROGRESS: stats?.inProgressQueries,
    RESPONDED: stats?.respondedQueries,
    CLOSED: stats?.closedQueries,
  }
  return (
    <>
      <StatCards label="Questions by status" counts={counts} list={list} />
      <AdminList
        list={list}
        caption="Booking queries"
        what="questions"
        query={({ q, status, ...window }) => {
          if (q) return queryOf(searchBookingQueries, { query: { q, status, ...window } })
          if (status) return queryOf(listBookingQueriesByStatus, { params: { status }, query: window })
          return queryOf(listBookingQueries, { query: window })
        }}
        columns={COLUMNS}
        csv={{ name: 'booking-queries', columns: CSV_COLUMNS }}
        search={{ label: 'Search booking queries', placeholder: 'Name, email, number or question' }}
        empty="Questions customers ask about their bookings show up here."
        details={(opened) => <AdminQuestionDialog {...opened} />}
      />
    </>
  )
}

const CSV_COLUMNS: readonly CsvColumn<AdminBookingQuery>[] = [
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

const COLUMNS: readonly Column<AdminBookingQuery>[] = [
  {
    head: 'From',
    sort: 'name',
    cell: (query) => <Sender id={query.id} name={askerOf(query)} email={query.userEmail} />,
  },
  { head: 'Question', cell: ({ queryMessage }) => <MessageStart message={queryMessage} /> },
  {
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
    head: 'Asked',
    sort: 'created',
    cell: ({ createdAt }) => <span className="num">{formatCompactDate(venueDate(createdAt))}</span>,
  },
  { head: 'Status', sort: 'status', cell: ({ status }) => <StatusTag status={status} />, inBlock: 'corner' },
]
