import type { AdminEnquiry } from '@arcadia/contract/enquiries'
import { formatCompactDate, venueDate } from '@arcadia/contract/trip-date'
import { Link, type LinkProps } from 'react-router'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { previewOf } from '../../list/message-preview.ts'
import { StatusTag } from '../../ui/tag.tsx'

export const CSV_COLUMNS: readonly CsvColumn<AdminEnquiry>[] = [
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

export const enquiryColumns = (rowLink: (id: number) => LinkProps): readonly Column<AdminEnquiry>[] => [
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
