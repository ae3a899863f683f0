import {
  type AdminEnquiry,
  EnquiryStatus,
  getEnquiryStats,
  listEnquiries,
  listEnquiriesByStatus,
  searchEnquiries,
} from '@arcadia/contract/enquiries'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { Day, MessageStart, Sender } from '../../list/cells.tsx'
import { type CsvColumn, csvMoment } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { useCounts } from '../../list/use-counts.ts'
import { useListState } from '../../list/use-list-state.ts'
import { StatusTag, statusLabel } from '../../ui/tag.tsx'
import { WriteToGuests } from '../messages/write-to-guests.tsx'
import { AdminEnquiryDialog } from './admin-enquiry-dialog.tsx'

export function AdminEnquiriesTab() {
  return (
    <AdminList
      list={useListState({ statuses: EnquiryStatus.options, sorts: ['name', 'email', 'status', 'created'] })}
      caption="Enquiries"
      query={({ q, status, ...window }) => {
        if (q) return queryOf(searchEnquiries, { query: { q, status, ...window } })
        if (status) return queryOf(listEnquiriesByStatus, { params: { status }, query: window })
        return queryOf(listEnquiries, { query: window })
      }}
      columns={COLUMNS}
      csv={{ list: 'enquiries', columns: CSV_COLUMNS }}
      action={<WriteToGuests />}
      search={{ label: 'Search enquiries', placeholder: 'Name, email or message' }}
      counts={useCounts(getEnquiryStats, (stats) => ({
        all: stats.totalEnquiries,
        NEW: stats.newEnquiries,
        IN_PROGRESS: stats.inProgressEnquiries,
        RESPONDED: stats.respondedEnquiries,
        CLOSED: stats.closedEnquiries,
        SPAM: stats.spamEnquiries,
      }))}
      empty="Messages visitors send from the site show up here."
      details={(opened) => <AdminEnquiryDialog {...opened} />}
    />
  )
}

const CSV_COLUMNS: readonly CsvColumn<AdminEnquiry>[] = [
  { head: 'Received (Eastern)', value: (enquiry) => csvMoment(enquiry.createdAt) },
  { head: 'First name', value: (enquiry) => enquiry.firstName },
  { head: 'Last name', value: (enquiry) => enquiry.lastName },
  { head: 'Email', value: (enquiry) => enquiry.email },
  { head: 'Phone', phone: (enquiry) => enquiry.phone },
  { head: 'Country', value: (enquiry) => enquiry.country },
  { head: 'Message', value: (enquiry) => enquiry.message },
  { head: 'Status', value: (enquiry) => statusLabel(enquiry.status) },
  { head: 'Admin notes', value: (enquiry) => enquiry.adminNotes },
]

const COLUMNS: readonly Column<AdminEnquiry>[] = [
  { head: 'From', sort: 'name', cell: ({ id, fullName, email }) => <Sender id={id} name={fullName} email={email} /> },
  { head: 'Message', cell: ({ message }) => <MessageStart message={message || 'No message was left.'} /> },
  { head: 'Received', sort: 'created', cell: ({ createdAt }) => <Day at={createdAt} /> },
  { head: 'Status', sort: 'status', cell: ({ status }) => <StatusTag status={status} />, inBlock: 'corner' },
]
