import { type AdminMail, listMails, resendMail } from '@arcadia/contract/mails'
import { formatCompactDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import type { CsvColumn } from '../../list/csv.ts'
import { type Column, DataTable } from '../../list/data-table.tsx'
import { ListEmpty } from '../../list/list-empty.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { statusOptions, toQuery } from '../../list/list-state.ts'
import { useCsvExport } from '../../list/use-csv-export.ts'
import { useListState } from '../../list/use-list-state.ts'
import { FOLLOWED } from '../../news/private-news.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { MAIL_LOOKS, titleOf } from './mail-look.ts'

const MAILS_LIST = { statuses: ['WAITING', 'SENT', 'FAILED', 'NOT_NEEDED'], sorts: [] } as const
const STATUS_OPTIONS = statusOptions(MAILS_LIST)
const MAILS = 'admin-mails'

const CSV_COLUMNS: readonly CsvColumn<AdminMail>[] = [
  { head: 'Written', value: (mail) => mail.createdAt.toISOString() },
  { head: 'Mail', value: ({ kind }) => titleOf({ kind, subject: null }) },
  { head: 'To', value: (mail) => mail.to },
  { head: 'Subject', value: (mail) => mail.subject },
  { head: 'Status', value: (mail) => mail.status },
  { head: 'Sent', value: (mail) => mail.sentAt?.toISOString() ?? null },
  { head: 'Why not', value: (mail) => mail.error },
  { head: 'Booking', value: (mail) => mail.booking?.confirmationNumber ?? null },
]

/** What went out to whom, what did not and why, and a way to send it again (docs/rules.md §8.1). */
export function AdminMails() {
  const { token: signedIn } = useAdminAuth()
  const token = signedIn ?? ''
  const client = useQueryClient()
  const { list, change, isFiltered, showAll } = useListState(MAILS_LIST)
  const { q, status } = toQuery(list)
  const { data, error, refetch } = useQuery({
    queryKey: [MAILS, token, q, status, list.page],
    queryFn: ({ signal }) => call(listMails, { query: { q, status, page: list.page, size: 20 } }, { token, signal }),
    placeholderData: keepPreviousData,
    ...FOLLOWED,
    enabled: signedIn !== null,
  })
  const csv = useCsvExport({
    name: 'mails',
    columns: CSV_COLUMNS,
    fetchPage: (page, signal) => call(listMails, { query: { q, status, page, size: 100 } }, { token, signal }),
  })
  const resend = useMutation({
    mutationFn: (id: number) => call(resendMail, { params: { id } }, { token }),
    onSettled: () => client.invalidateQueries({ queryKey: [MAILS] }),
  })

  const columns: readonly Column<AdminMail>[] = [
    {
      key: 'mail',
      head: 'Mail',
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
          {state === 'SENT' && 'The mail server took it.'}
          {state === 'NOT_NEEDED' && 'What it was about is settled.'}
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
    {
      key: 'resend',
      head: 'Again',
      cell: (mail) =>
        mail.status !== 'NOT_NEEDED' && (
          <Button
            size="sm"
            busy={resend.isPending && resend.variables === mail.id}
            busyLabel="Sending..."
            // One that is sent again stands at the top of the list, out of sight.
            onClick={() => resend.mutate(mail.id, { onSuccess: () => toast(`On its way to ${mail.to}.`) })}
          >
            <span>
              {mail.status === 'WAITING' ? 'Send now' : 'Send again'}
              <span className="sr">
                {' '}
                {titleOf(mail)} to {mail.to}
              </span>
            </span>
          </Button>
        ),
    },
  ]

  return (
    <ListPage
      statusOptions={STATUS_OPTIONS}
      list={list}
      search={{ label: 'Search mails', placeholder: 'Address, subject or confirmation' }}
      onChange={change}
      csv={csv}
      error={error}
      onRetry={() => void refetch()}
      refusal={{ message: resend.error?.message, onDismiss: resend.reset }}
      page={data}
    >
      <DataTable
        caption="Mails"
        columns={columns}
        rows={data?.content}
        rowKey={({ id }) => id}
        empty={
          <ListEmpty
            what="mails"
            text="Whatever is written to anglers and to you shows here."
            isFiltered={isFiltered}
            showAll={showAll}
          />
        }
      />
    </ListPage>
  )
}

function When({ at }: { at: Date }) {
  return (
    <span className="num">
      {formatCompactDate(venueDate(at))}
      <br className="max-[700px]:hidden" /> <span className="small text-ink-2">{formatVenueTime(at)}</span>
    </span>
  )
}
