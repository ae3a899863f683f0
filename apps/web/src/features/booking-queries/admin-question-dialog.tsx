import {
  type AdminBookingQuery,
  BookingQueryStatus,
  getBookingQuery,
  listBookingQueries,
  listBookingQueriesByStatus,
  searchBookingQueries,
  setBookingQueryStatus,
} from '@arcadia/contract/booking-queries'
import { formatDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot, Modal } from '../../ui/dialog.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { statusLabel } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { askerOf } from './asker.ts'

interface AdminQuestionDialogProps {
  id: number
  /** When it is in the list; a link may lead to one that is not. */
  known: AdminBookingQuery | undefined
  onClose: () => void
}

export function AdminQuestionDialog({ id, known, onClose }: AdminQuestionDialogProps) {
  const { user } = useAdminAuth()
  const { data, error, refetch } = useQuery(queryOf(getBookingQuery, { params: { id } }))
  const query = data ?? known
  return (
    <Modal
      title={query ? askerOf(query) : 'Question'}
      onClose={onClose}
      // A tap outside must not close it while an answer is typed.
      closesOutside={false}
      className="dlg--44"
    >
      {query ? (
        <AnswerForm query={query} adminId={user?.id} onDone={onClose} />
      ) : (
        <DialogBody>
          {error ? (
            <TryAgainBanner error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-60 w-full" />
          )}
        </DialogBody>
      )}
    </Modal>
  )
}

interface QueryChange {
  status: BookingQueryStatus
  adminResponse?: string
  adminNotes: string
}

interface AnswerFormProps {
  query: AdminBookingQuery
  adminId: number | undefined
  onDone: () => void
}

function AnswerForm({ query, adminId, onDone }: AnswerFormProps) {
  const { id, status, adminResponse, adminNotes } = query
  const stored = { status, adminResponse: adminResponse ?? '', adminNotes: adminNotes ?? '' }
  const { draft, change, forget, isChanged } = useDraft<typeof stored>(`query.${adminId}.${id}`, stored)
  const [missing, setMissing] = useState<string>()
  const response = useRef<HTMLTextAreaElement>(null)
  const save = useOptimisticChange<AdminBookingQuery, QueryChange>({
    lists: [searchBookingQueries, listBookingQueriesByStatus, listBookingQueries, getBookingQuery],
    send: (row, changed) => call(setBookingQueryStatus, { params: { id: row.id }, body: changed }),
    foresee: (row, changed) => ({ ...row, ...changed }),
    onDone(_row, { change: sent }) {
      toast('Booking query status updated successfully')
      const isAnswer = sent.adminResponse !== undefined
      if (isAnswer) toast(`We're emailing your answer to ${query.userEmail}.`)
      forget(isAnswer ? undefined : ['status', 'adminNotes'])
      if (isAnswer || !isChanged('adminResponse')) onDone()
    },
  })
  const isBusy = save.isBusy(id)

  function askForResponse() {
    setMissing('Please write a response first.')
    response.current?.focus()
  }
  function updateStatus() {
    if (draft.status === 'RESPONDED' && !adminResponse) askForResponse()
    else save.change(query, { status: draft.status, adminNotes: draft.adminNotes })
  }
  return (
    <form
      className="dlg__form"
      onSubmit={(event) => {
        event.preventDefault()
        if (draft.adminResponse.trim()) save.change(query, { ...draft, status: 'RESPONDED' })
        else askForResponse()
      }}
    >
      <DialogBody className="two-sides">
        {save.error && (
          <Banner className="two-sides__whole" onDismiss={save.dismissError}>
            {save.error}
          </Banner>
        )}
        <div>
          <p className="whitespace-pre-line border-line-2 border-l-3 pl-4 wrap-anywhere">{query.queryMessage}</p>
          <QuestionFacts query={query} />
        </div>
        <div className="grid content-start gap-4">
          <TextArea
            ref={response}
            label="Response"
            help="We email it to the customer and show it in the booking."
            error={missing}
            rows={6}
            maxLength={4000}
            readOnly={isBusy}
            value={draft.adminResponse}
            onChange={({ target }) => {
              change({ adminResponse: target.value })
              setMissing(undefined)
            }}
          />
          <TextArea
            label="Internal admin notes"
            help="Only admins see them."
            rows={3}
            maxLength={4000}
            readOnly={isBusy}
            value={draft.adminNotes}
            onChange={({ target }) => change({ adminNotes: target.value })}
          />
          <SelectField
            label="Status"
            help="Update Status saves this and the notes. No email is sent."
            value={draft.status}
            onChange={({ target }) => change({ status: BookingQueryStatus.parse(target.value) })}
          >
            {BookingQueryStatus.options.map((value) => (
              <option key={value} value={value}>
                {statusLabel(value)}
              </option>
            ))}
          </SelectField>
          {isChanged() && <DraftNote onDiscard={() => forget()} />}
        </div>
        <ChangeHistory kind="booking-query" id={query.id} />
      </DialogBody>
      <DialogFoot className="flex-wrap">
        <Link to={{ search: `?tab=bookings&id=${query.bookingId}` }} className="link min-h-11">
          Open the booking
        </Link>
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          <Button disabled={isBusy || !isChanged('status', 'adminNotes')} onClick={updateStatus}>
            Update Status
          </Button>
          <Button type="submit" variant="cta" busy={isBusy} busyLabel="Sending…">
            Send Response
          </Button>
        </div>
      </DialogFoot>
    </form>
  )
}

function QuestionFacts({ query }: { query: AdminBookingQuery }) {
  return (
    <SummaryList
      className="mt-5 text-ui"
      rows={[
        { label: 'Trip', value: formatDate(query.bookingDate) },
        { label: 'Anglers', value: query.bookingGuests },
        { label: 'Confirmation', value: query.confirmationNumber },
        { label: 'Email', value: <span className="wrap-anywhere">{query.userEmail}</span> },
        { label: 'Asked', value: formatMoment(query.createdAt) },
        ...(query.respondedAt ? [{ label: 'Responded', value: formatMoment(query.respondedAt) }] : []),
      ]}
    />
  )
}
