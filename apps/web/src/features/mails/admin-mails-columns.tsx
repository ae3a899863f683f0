import type { AdminMail } from '@arcadia/contract/mails'
import { Link } from 'react-router'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { When } from '../../list/message-cells.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { MAIL_LOOKS, titleOf } from './mail-look.ts'

export const CSV_COLUMNS: readonly CsvColumn<AdminMail>[] = [
  { head: 'Written', value: (mail) => mail.createdAt.toISOString() },
  { head: 'Email', value: ({ kind }) => titleOf({ kind, subject: null }) },
  { head: 'To', value: (mail) => mail.to },
  { head: 'Subject', value: (mail) => mail.subject },
  { head: 'Status', value: (mail) => mail.status },
  { head: 'Sent', value: (mail) => mail.sentAt?.toISOString() ?? null },
  { head: 'Why not', value: (mail) => mail.error },
  { head: 'Booking', value: (mail) => mail.booking?.confirmationNumber ?? null },
]

export const MAIL_COLUMNS: readonly Column<AdminMail>[] = [
  {
    key: 'mail',
    head: 'Email',
    cell: (mail) => (
      <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-60">
        <b>{titleOf(mail)}</b>
        <br />
        <span className="small text-ink-2">
          {mail.to}
          {mail.booking && (
            <>
              ,{' '}
              <Link to={{ search: `?tab=bookings&id=${mail.booking.id}` }} className="whitespace-nowrap">
                {mail.booking.confirmationNumber}
              </Link>
            </>
          )}
        </span>
      </div>
    ),
  },
  {
    key: 'state',
    head: 'State',
    cell: ({ error: why, status: state, tries }) => (
      <div className="whitespace-normal wrap-anywhere small text-ink-2 min-[700.02px]:w-56">
        {state === 'SENT' && 'Delivered to the mail server.'}
        {state === 'NOT_NEEDED' && 'No longer needed.'}
        {state !== 'SENT' && why && `After ${tries} ${tries === 1 ? 'try' : 'tries'}: ${why}`}
      </div>
    ),
  },
  {
    key: 'when',
    head: 'When',
    cell: ({ sentAt, createdAt }) => <When at={sentAt ?? createdAt} />,
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status: state }) => <StatusTag {...MAIL_LOOKS[state]} />,
    inBlock: 'corner',
  },
]
