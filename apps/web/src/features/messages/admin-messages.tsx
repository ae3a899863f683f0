import { listMessages, type Message } from '@arcadia/contract/admin/messages'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { MessageStart, When } from '../../list/cells.tsx'
import type { Column } from '../../list/data-table.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { AdminMessagePanel } from './admin-message-panel.tsx'
import { audienceInWords } from './message-words.ts'
import { WriteToGuests } from './write-to-guests.tsx'

/** What was written to guests, and the way to write. */
export function AdminMessages() {
  return (
    <>
      <div className="mb-4 flex justify-end">
        <WriteToGuests />
      </div>
      <AdminList
        list={useListState()}
        caption="Messages"
        query={(asked) => queryOf(listMessages, { query: asked })}
        columns={COLUMNS}
        empty={
          <EmptyState
            title="Nothing sent with Write to guests yet"
            text="What you write to the guests of a day or a week, or to everyone with a balance due, stays here. Replies stay with their question, in Inbox."
          />
        }
        details={({ id, onClose }) => <AdminMessagePanel id={id} onClose={onClose} />}
      />
    </>
  )
}

const COLUMNS: readonly Column<Message>[] = [
  {
    head: 'Message',
    cell: ({ id, subject, text }) => (
      <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-80">
        <RowLink id={id}>{subject}</RowLink>
        <br />
        <MessageStart message={text} />
      </div>
    ),
  },
  { head: 'To', cell: (message) => <span className="num">{audienceInWords(message)}</span> },
  { head: 'Sent', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    head: 'Guests',
    cell: ({ written, failed, held, unreached }) => (
      <span className="inline-flex flex-wrap gap-2">
        <span className="num">{written}</span>
        {failed > 0 && <StatusTag status="NEW" label={`${failed} failed`} />}
        {held > 0 && <StatusTag status="NEW" label={`${held} held back`} />}
        {unreached > 0 && <StatusTag status="PENDING" label={`${unreached} without email`} />}
      </span>
    ),
    inBlock: 'labelled',
  },
]
