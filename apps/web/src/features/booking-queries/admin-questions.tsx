import type { AdminBookingQuery } from '@arcadia/contract/booking-queries'
import { formatCompactDate, formatDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CsvColumn } from '../../list/csv.ts'
import { type Column, DataTable } from '../../list/data-table.tsx'
import { ListEmpty } from '../../list/list-empty.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { statusOptions } from '../../list/list-state.ts'
import { previewOf } from '../../list/message-preview.ts'
import { StatCards } from '../../list/stat-cards.tsx'
import { useCsvExport } from '../../list/use-csv-export.ts'
import { useListState } from '../../list/use-list-state.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { adminQueriesQuery, fetchQueries, QUERIES_LIST, queryStatsQuery } from './admin-booking-queries.queries.ts'
import { AdminQuestionDialog } from './admin-question-dialog.tsx'
import { askerOf } from './asker.ts'

const STATUS_OPTIONS = statusOptions(QUERIES_LIST)

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

export function AdminQuestions() {
  const { token: signedIn } = useAdminAuth()
  const token = signedIn ?? ''
  const { list, change, isFiltered, showAll, rowLink, closeRow } = useListState(QUERIES_LIST)
  const { data, error, refetch } = useQuery({ ...adminQueriesQuery(token, list), enabled: signedIn !== null })
  const { data: stats } = useQuery({ ...queryStatsQuery(token), enabled: signedIn !== null })
  const csv = useCsvExport({
    name: 'booking-queries',
    columns: CSV_COLUMNS,
    fetchPage: (page, signal) => fetchQueries(token, list, { page, size: 100 }, signal),
  })
  const counts = {
    all: stats?.totalQueries,
    NEW: stats?.newQueries,
    IN_PROGRESS: stats?.inProgressQueries,
    RESPONDED: stats?.respondedQueries,
    CLOSED: stats?.closedQueries,
  }
  const columns: readonly Column<AdminBookingQuery>[] = [
    {
      key: 'name',
      head: 'From',
      sort: 'name',
      cell: (query) => (
        <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-60">
          <Link {...rowLink(query.id)} className="row-link">
            {askerOf(query)}
          </Link>
          <br />
          <span className="small text-ink-2">{query.userEmail}</span>
        </div>
      ),
    },
    {
      key: 'question',
      head: 'Question',
      cell: ({ queryMessage }) => (
        <span className="line-clamp-2 whitespace-normal wrap-anywhere text-ink-2">{previewOf(queryMessage)}</span>
      ),
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

  return (
    <>
      <StatCards
        label="Questions by status"
        options={STATUS_OPTIONS}
        counts={counts}
        current={list.status}
        onChoose={(status) => change({ status })}
      />
      <ListPage
        statusOptions={STATUS_OPTIONS}
        list={list}
        search={{ label: 'Search booking queries', placeholder: 'Name, email, number or question' }}
        onChange={change}
        csv={csv}
        error={error}
        onRetry={() => void refetch()}
        page={data}
      >
        <DataTable
          caption="Booking queries"
          columns={columns}
          rows={data?.content}
          rowKey={({ id }) => id}
          sorting={{ by: list.sort, onChange: (sort) => change({ sort: sort as typeof list.sort }) }}
          empty={
            <ListEmpty
              what="questions"
              text="What customers ask about their bookings shows here."
              isFiltered={isFiltered}
              showAll={showAll}
            />
          }
        />
      </ListPage>
      {list.id !== undefined && (
        <AdminQuestionDialog id={list.id} known={data?.content.find(({ id }) => id === list.id)} onClose={closeRow} />
      )}
    </>
  )
}
