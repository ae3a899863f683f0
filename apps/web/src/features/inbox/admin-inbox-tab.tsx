import { portal } from '@arcadia/contract/addresses'
import { InboxFilter, InboxKind, type InboxLine, listInbox } from '@arcadia/contract/admin/inbox'
import { DEFAULT_PAGE_SIZE } from '@arcadia/contract/lists'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { MessageStart, TwoLines, When } from '../../list/cells.tsx'
import type { Column } from '../../list/data-table.tsx'
import { toQuery } from '../../list/list-state.ts'
import { RowLink } from '../../list/row-link.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { AdminQuestionDialog } from '../booking-queries/admin-question-dialog.tsx'
import { AdminEnquiryDialog } from '../enquiries/admin-enquiry-dialog.tsx'
import { WriteToGuests } from '../messages/write-to-guests.tsx'

/** Enquiries and questions in one list, newest activity first (docs/rules.md §20.7). */
export function AdminInboxTab() {
  const list = useListState({
    statuses: InboxFilter.options,
    looks: { NEEDS_REPLY: { label: 'Needs a reply' } },
    kinds: InboxKind.options,
  })
  const query = (asked: ReturnType<typeof toQuery<InboxFilter, never>> & { size: number }) =>
    queryOf(listInbox, { query: asked })
  const { data } = useQuery({
    ...query({ ...toQuery(list.list), size: DEFAULT_PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const waiting = data?.counts.needsReply
  return (
    <AdminList
      list={list}
      caption="Messages"
      query={query}
      columns={COLUMNS}
      action={
        <div className="flex flex-wrap gap-3 max-[700px]:w-full max-[700px]:*:flex-auto">
          {waiting !== undefined && waiting > 0 && <AnswerFirst />}
          <WriteToGuests isFirst={waiting === 0} />
        </div>
      }
      search={{ label: 'Search messages', placeholder: 'Name, email, number or message' }}
      counts={data ? { all: data.counts.all, NEEDS_REPLY: data.counts.needsReply } : {}}
      empty={
        list.list.status === 'all' || list.list.q ? (
          'What visitors ask on the site, and what guests ask about their bookings, shows up here.'
        ) : (
          <EmptyState title="You're all caught up" />
        )
      }
      details={({ kind, id, onClose }) =>
        kind === 'enquiry' ? (
          <AdminEnquiryDialog id={id} known={undefined} onClose={onClose} />
        ) : (
          <AdminQuestionDialog id={id} known={undefined} onClose={onClose} />
        )
      }
    />
  )
}

const COLUMNS: readonly Column<InboxLine>[] = [
  {
    head: 'From',
    cell: ({ id, kind, name, confirmationNumber, bookingDate }) => (
      <TwoLines
        width="min-[700.02px]:w-72"
        below={
          bookingDate ? (
            <span className="num">
              Question about {confirmationNumber}, {formatShortDate(bookingDate)}
            </span>
          ) : (
            'Enquiry'
          )
        }
      >
        <RowLink {...{ id, kind }}>{name}</RowLink>
      </TwoLines>
    ),
  },
  { head: 'Message', cell: ({ message }) => <MessageStart message={message || 'No message was left.'} /> },
  { head: 'When', cell: ({ activeAt }) => <When at={activeAt} /> },
  {
    head: 'Status',
    cell: ({ needsReply, status }) => <StatusTag status={status} {...(needsReply && { label: 'Needs a reply' })} />,
    inBlock: 'corner',
  },
]

/** The way to whoever has waited longest. */
function AnswerFirst() {
  const { data } = useQuery(queryOf(listInbox, { query: { status: 'NEEDS_REPLY', page: 0, size: 100 } }))
  const first = data?.content.findLast(({ needsReply }) => needsReply)
  if (!first) return null
  return (
    <LinkButton variant="cta" to={portal.inbox.href({ id: `${first.kind}-${first.id}` })}>
      <span className="max-w-[12rem] truncate">Answer {first.name.split(' ')[0]}</span>
    </LinkButton>
  )
}
