import { getDaySheet, groupDayFrom } from '@arcadia/contract/admin/dashboard'
import { listMessages, type Message } from '@arcadia/contract/admin/messages'
import { TripDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { MessageStart, When } from '../../list/cells.tsx'
import type { Column } from '../../list/data-table.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Button } from '../../ui/button.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminMessagePanel } from './admin-message-panel.tsx'
import { audienceInWords } from './message-words.ts'
import { WriteMessageDialog, type WriteTo } from './write-message-dialog.tsx'

/** What was written to guests, and the way to write; a link with `booking` or `day` opens it for those. */
export function AdminMessages() {
  const [params, setParams] = useSearchParams()
  const [isWriting, setWriting] = useState(false)
  const today = venueDate(serverNow())
  const sheet = useQuery(queryOf(getDaySheet, { params: { date: today } }))
  const date = (sheet.data && groupDayFrom(sheet.data)) ?? today
  const to = readTo(params) ?? (isWriting && !sheet.isPending ? { who: 'DAY' as const, date } : undefined)
  function close() {
    setWriting(false)
    setParams(
      (before) => {
        for (const name of ['booking', 'day']) before.delete(name)
        return before
      },
      { replace: true },
    )
  }
  return (
    <>
      <div className="mb-4 flex justify-end">
        <Button variant="cta" icon={<Plus aria-hidden />} onClick={() => setWriting(true)}>
          Write to guests
        </Button>
      </div>
      <AdminList
        list={useListState()}
        caption="Messages"
        query={(asked) => queryOf(listMessages, { query: asked })}
        columns={COLUMNS}
        empty="Write to the guests of a day or a week, or to everybody who still owes something. A copy of each email stays here."
        details={({ id, onClose }) => <AdminMessagePanel id={id} onClose={onClose} />}
      />
      {to && (
        <WriteMessageDialog
          to={to}
          onSent={(count) => {
            toast(`We're emailing ${count === 1 ? 'one guest' : `${count} guests`}.`)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function readTo(params: URLSearchParams): WriteTo | undefined {
  const booking = Number(params.get('booking'))
  if (booking > 0) return { who: 'BOOKING', bookingId: booking }
  const day = TripDate.safeParse(params.get('day')).data
  return day ? { who: 'DAY', date: day } : undefined
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
    cell: ({ written, failed, unreached }) => (
      <span className="inline-flex flex-wrap gap-2">
        <span className="num">{written}</span>
        {failed > 0 && <StatusTag status="NEW" label={`${failed} failed`} />}
        {unreached > 0 && <StatusTag status="PENDING" label={`${unreached} without email`} />}
      </span>
    ),
    inBlock: 'labelled',
  },
]
