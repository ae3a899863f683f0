import { portal } from '@arcadia/contract/addresses'
import { type AdminMail, listMails, MailStatus, titleOfMail } from '@arcadia/contract/admin/mails'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { TwoLines, When } from '../../list/cells.tsx'
import { type CsvColumn, csvMoment } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { MAIL_LOOKS } from './mail-look.ts'
import { MailPanel } from './mail-panel.tsx'
import { useResend } from './use-resend.tsx'

/** Sent and unsent emails with the reasons, and a way to resend them (docs/rules.md §8.1). */
export function AdminMails() {
  const { warning, refusal, buttonFor } = useResend()
  return (
    <>
      {warning && (
        <Banner tone="warn" className="mb-4">
          {warning}
        </Banner>
      )}
      <AdminList
        list={useListState({ statuses: MailStatus.options, looks: MAIL_LOOKS })}
        caption="Emails"
        query={(asked) => queryOf(listMails, { query: asked })}
        columns={[...COLUMNS, { head: 'Action', cell: buttonFor }]}
        csv={{ list: 'mails', columns: CSV_COLUMNS }}
        search={{ label: 'Search emails', placeholder: 'Address, subject or confirmation' }}
        empty="Emails to guests and to you show up here."
        refusal={refusal}
        details={({ id, onClose }) => <MailPanel id={id} onClose={onClose} />}
      />
    </>
  )
}

const CSV_COLUMNS: readonly CsvColumn<AdminMail>[] = [
  { head: 'Written (Eastern)', value: (mail) => csvMoment(mail.createdAt) },
  { head: 'To', value: (mail) => mail.to },
  { head: 'Subject', value: titleOfMail },
  { head: 'Status', value: (mail) => MAIL_LOOKS[mail.status].label },
  { head: 'Sent (Eastern)', value: (mail) => mail.sentAt && csvMoment(mail.sentAt) },
  { head: 'Why not', value: (mail) => mail.error },
  { head: 'Booking', value: (mail) => mail.booking?.confirmationNumber ?? null },
]

const COLUMNS: readonly Column<AdminMail>[] = [
  {
    head: 'Email',
    cell: (mail) => (
      <TwoLines
        width="min-[700.02px]:w-96"
        below={
          <>
            <Recipient {...mail} />
            <Note {...mail} />
          </>
        }
      >
        <RowLink id={mail.id}>{titleOfMail(mail)}</RowLink>
      </TwoLines>
    ),
  },
  { head: 'When', cell: ({ sentAt, createdAt }) => <When at={sentAt ?? createdAt} /> },
  { head: 'Status', cell: ({ status }) => <StatusTag {...MAIL_LOOKS[status]} />, inBlock: 'corner' },
]

function Recipient({ to, booking }: AdminMail) {
  if (!booking) return to
  return (
    <>
      {to},{' '}
      <Link to={portal.bookings.href({ id: booking.id })} className="@min-[10lh]:whitespace-nowrap">
        {booking.confirmationNumber}
      </Link>
    </>
  )
}

function Note({ error, status, tries }: AdminMail) {
  // The reason of one that is not sent is a sentence of its own.
  const isReason = status === 'HELD' || status === 'NOT_NEEDED'
  const note = isReason ? error : error && `${error} ${tries === 1 ? 'Tried once.' : `Tried ${tries} times.`}`
  return status !== 'SENT' && note && <span className="block">{note}</span>
}
