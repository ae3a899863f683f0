import type { AdminEnquiry } from '@arcadia/contract/enquiries'
import { formatCompactDate, venueDate } from '@arcadia/contract/trip-date'
import type { LinkProps } from 'react-router'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { MessageStart, Sender } from '../../list/message-cells.tsx'
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
    cell: ({ id, fullName, email }) => <Sender link={rowLink(id)} name={fullName} email={email} />,
  },
  {
    key: 'message',
    head: 'Message',
    cell: ({ message }) => <MessageStart message={message || 'No message was left.'} />,
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
