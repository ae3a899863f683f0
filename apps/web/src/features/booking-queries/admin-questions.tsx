import {
  type AdminBookingQuery,
  BookingQueryStatus,
  getBookingQueryStats,
  listBookingQueries,
  listBookingQueriesByStatus,
  searchBookingQueries,
} from '@arcadia/contract/booking-queries'
import { formatDate } from '@arcadia/contract/trip-date'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { Day, MessageStart, Sender, TwoLines } from '../../list/cells.tsx'
import { type CsvColumn, csvMoment } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { useCounts } from '../../list/use-counts.ts'
import { useListState } from '../../list/use-list-state.ts'
import { StatusTag, statusLabel } from '../../ui/tag.tsx'
import { WriteToGuests } from '../messages/write-to-guests.tsx'
import { AdminQuestionDialog } from './admin-question-dialog.tsx'
import { askerOf } from './asker.ts'

export function AdminQuestions() {
  return (
    <AdminList
      list={useListState({ statuses: BookingQueryStatus.options, sorts: ['name', 'date', 'status', 'created'] })}
      caption="Booking queries"
      what="questions"
      query={({ q, status, ...window }) => {
        if (q) return queryOf(searchBookingQueries, { query: { q, status, ...window } })
        if (status) return queryOf(listBookingQueriesByStatus, { params: { status }, query: window })
        return queryOf(listBookingQueries, { query: window })
      }}
      columns={COLUMNS}
      csv={{ list: 'booking-queries', columns: CSV_COLUMNS }}
      action={<WriteToGuests />}
      search={{ label: 'Search booking queries', placeholder: 'Name, email, number or question' }}
      counts={useCounts(getBookingQueryStats, (stats) => ({
        all: stats.totalQueries,
        NEW: stats.newQueries,
        IN_PROGRESS: stats.inProgressQueries,
        RESPONDED: stats.respondedQueries,
        CLOSED: stats.closedQueries,
      }))}
      empty="Questions guests ask about their bookings show up here."
      details={(opened) => <AdminQuestionDialog {...opened} />}
    />
  )
}

const CSV_COLUMNS: readonly CsvColumn<AdminBookingQuery>[] = [
  { head: 'Asked (Eastern)', value: (query) => csvMoment(query.createdAt) },
  { head: 'Confirmation number', value: (query) => query.confirmationNumber },
  { head: 'Trip', value: (query) => query.bookingDate },
  { head: 'Anglers', value: (query) => query.bookingGuests },
  { head: 'First name', value: (query) => query.userFirstName },
  { head: 'Last name', value: (query) => query.userLastName },
  { head: 'Email', value: (query) => query.userEmail },
  { head: 'Question', value: (query) => query.queryMessage },
  { head: 'Response', value: (query) => query.adminResponse },
  { head: 'Admin notes', value: (query) => query.adminNotes },
  { head: 'Status', value: (query) => statusLabel(query.status) },
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
      <TwoLines className="num" below={confirmationNumber}>
        {formatDate(bookingDate)}
      </TwoLines>
    ),
  },
  { head: 'Asked', sort: 'created', cell: ({ createdAt }) => <Day at={createdAt} /> },
  { head: 'Status', sort: 'status', cell: ({ status }) => <StatusTag status={status} />, inBlock: 'corner' },
]
