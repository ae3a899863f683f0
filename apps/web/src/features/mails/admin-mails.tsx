import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { type AdminMail, listMails, MailStatus, resendMail, titleOfMail } from '@arcadia/contract/admin/mails'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, wordsOf } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { When } from '../../list/cells.tsx'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { MAIL_LOOKS } from './mail-look.ts'

/** What went out to whom, what did not and why, and a way to send it again (docs/rules.md §8.1). */
export function AdminMails() {
  const { data: overview } = useQuery(queryOf(getDashboardOverview, {}))
  const hasNoServer = typeof overview?.unsentMails === 'number'
  const resend = useMutation({ mutationFn: (id: number) => call(resendMail, { params: { id } }) })
  const again: Column<AdminMail> = {
    head: 'Action',
    cell: (mail) =>
      mail.status !== 'NOT_NEEDED' && (
        <Button
          size="sm"
          busy={resend.isPending && resend.variables === mail.id}
          busyLabel="Sending..."
          // One that is sent again stands at the top of the list, out of sight.
          onClick={() =>
            resend.mutate(mail.id, { onSuccess: () => toast(hasNoServer ? NO_SERVER : `On its way to ${mail.to}.`) })
          }
        >
          <span>
            {mail.status === 'WAITING' ? 'Send now' : 'Send again'}
            <span className="sr">
              {' '}
              {titleOfMail(mail)} to {mail.to}
            </span>
          </span>
        </Button>
      ),
  }
  return (
    <>
      {hasNoServer && (
        <Banner tone="warn" className="mb-4">
          {NO_SERVER}
        </Banner>
      )}
      <AdminList
        list={useListState({ statuses: MailStatus.options })}
        caption="Emails"
        query={(asked) => queryOf(listMails, { query: asked })}
        columns={[...MAIL_COLUMNS, again]}
        csv={{ name: 'mails', columns: CSV_COLUMNS }}
        search={{ label: 'Search emails', placeholder: 'Address, subject or confirmation' }}
        empty="Emails to customers and to you show up here."
        refusal={{ message: resend.error ? wordsOf(resend.error) : undefined, onDismiss: resend.reset }}
      />
    </>
  )
}

/** In test mode only: a site that takes real cards needs one to start. */
const NO_SERVER = 'No mail server is set up (SMTP_URL). Emails wait here until there is one.'

const CSV_COLUMNS: readonly CsvColumn<AdminMail>[] = [
  { head: 'Written', value: (mail) => mail.createdAt.toISOString() },
  { head: 'Email', value: ({ kind }) => titleOfMail({ kind, subject: null }) },
  { head: 'To', value: (mail) => mail.to },
  { head: 'Subject', value: (mail) => mail.subject },
  { head: 'Status', value: (mail) => mail.status },
  { head: 'Sent', value: (mail) => mail.sentAt?.toISOString() ?? null },
  { head: 'Why not', value: (mail) => mail.error },
  { head: 'Booking', value: (mail) => mail.booking?.confirmationNumber ?? null },
]

const MAIL_COLUMNS: readonly Column<AdminMail>[] = [
  {
    head: 'Email',
    cell: (mail) => (
      <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-60">
        <b>{titleOfMail(mail)}</b>
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
    head: 'Note',
    cell: (mail) => {
      const note = noteOn(mail)
      return note && <div className="whitespace-normal wrap-anywhere small text-ink-2 min-[700.02px]:w-56">{note}</div>
    },
  },
  { head: 'When', cell: ({ sentAt, createdAt }) => <When at={sentAt ?? createdAt} /> },
  { head: 'Status', cell: ({ status: state }) => <StatusTag {...MAIL_LOOKS[state]} />, inBlock: 'corner' },
]

function noteOn({ error: why, status, tries }: AdminMail): string | undefined {
  if (status === 'SENT') return 'Delivered to the mail server.'
  return why ? `After ${tries} ${tries === 1 ? 'try' : 'tries'}: ${why}` : undefined
}
