import type { AdminEnquiry } from '@arcadia/contract/enquiries'
import { formatCompactDate, venueDate } from '@arcadia/contract/trip-date'
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
import { ENQUIRIES_LIST, enquiriesQuery, enquiryStatsQuery, fetchEnquiries } from './admin-enquiries.queries.ts'
import { AdminEnquiryDialog } from './admin-enquiry-dialog.tsx'

const STATUS_OPTIONS = statusOptions(ENQUIRIES_LIST)

const CSV_COLUMNS: readonly CsvColumn<AdminEnquiry>[] = [
  { head: 'Received', value: (enquiry) => enquiry.createdAt.toISOString() },
  { head: 'First name', value: (enquiry) => enquiry.firstName },
  { head: 'Last name', value: (enquiry) => enquiry.lastName },
  { head: 'Email', value: (enquiry) => enquiry.email },
  { head: 'Phone', value: (enquiry) => enquiry.phone },
  { head: 'Country', value: (enquiry) => enquiry.country },
  { head: 'Message', value: (enquiry) => enquiry.message },
  { head: 'Status', value: (enquiry) => enquiry.status },
  { head: 'Admin notes', value: (enquiry) => enquiry.adminNotes },
]

export function AdminEnquiriesTab() {
  const { token: signedIn } = useAdminAuth()
  const token = signedIn ?? ''
  const { list, change, isFiltered, showAll, rowLink, closeRow } = useListState(ENQUIRIES_LIST)
  const { data, error, refetch } = useQuery({ ...enquiriesQuery(token, list), enabled: signedIn !== null })
  const { data: stats } = useQuery({ ...enquiryStatsQuery(token), enabled: signedIn !== null })
  const csv = useCsvExport({
    name: 'enquiries',
    columns: CSV_COLUMNS,
    fetchPage: (page, signal) => fetchEnquiries(token, list, { page, size: 100 }, signal),
  })
  const counts = {
    all: stats?.totalEnquiries,
    NEW: stats?.newEnquiries,
    IN_PROGRESS: stats?.inProgressEnquiries,
    RESPONDED: stats?.respondedEnquiries,
    CLOSED: stats?.closedEnquiries,
    SPAM: stats?.spamEnquiries,
  }
  const columns: readonly Column<AdminEnquiry>[] = [
    {
      key: 'name',
      head: 'From',
      sort: 'name',
      cell: ({ id, fullName, email }) => (
        <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-60">
          <Link {...rowLink(id)} className="row-link">
            {fullName}
          </Link>
          <br />
          <span className="small text-ink-2">{email}</span>
        </div>
      ),
    },
    {
      key: 'message',
      head: 'Message',
      cell: ({ message }) => (
        <span className="line-clamp-2 whitespace-normal wrap-anywhere text-ink-2">
          {message ? previewOf(message) : 'No message was left.'}
        </span>
      ),
    },
    {
      key: 'created',
      head: 'Received',
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
        label="Enquiries by status"
        options={STATUS_OPTIONS}
        counts={counts}
        current={list.status}
        onChoose={(status) => change({ status })}
      />
      <ListPage
        statusOptions={STATUS_OPTIONS}
        list={list}
        search={{ label: 'Search enquiries', placeholder: 'Name, email or message' }}
        onChange={change}
        csv={csv}
        error={error}
        onRetry={() => void refetch()}
        page={data}
      >
        <DataTable
          caption="Enquiries"
          columns={columns}
          rows={data?.content}
          rowKey={({ id }) => id}
          sorting={{ by: list.sort, onChange: (sort) => change({ sort: sort as typeof list.sort }) }}
          empty={
            <ListEmpty
              what="enquiries"
              text="What visitors write on the site shows here."
              isFiltered={isFiltered}
              showAll={showAll}
            />
          }
        />
      </ListPage>
      {list.id !== undefined && (
        <AdminEnquiryDialog id={list.id} known={data?.content.find(({ id }) => id === list.id)} onClose={closeRow} />
      )}
    </>
  )
}
