import { refuseUnfilled } from '@arcadia/contract/admin/messages'
import { listReplies, REPLY_PLACEHOLDERS } from '@arcadia/contract/admin/replies'
import type { Endpoint } from '@arcadia/contract/endpoint'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryOf } from '../../api/query-of.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot, Modal } from '../../ui/dialog.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { statusLabel } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { Replies } from './replies.tsx'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'

interface Written<Status extends string> {
  id: number
  status: Status
  adminNotes: string | null
}

interface Change<Status extends string> {
  status: Status
  adminResponse?: string
  adminNotes: string
}

/** What differs between enquiries and booking queries. */
interface AnswerProps<Row extends Written<Status>, Status extends string> {
  kind: keyof typeof REPLY_PLACEHOLDERS
  statuses: { options: readonly Status[]; parse: (value: unknown) => Status }
  /** The endpoints that return the row. */
  lists: readonly Pick<Endpoint, 'path'>[]
  send: (id: number, change: Change<Status>, idempotencyKey: string) => Promise<Row>
  /** The message, its sender and facts. */
  written: (row: Row) => { message: string; email: string; facts: ComponentProps<typeof SummaryList>['rows'] }
  /** Shown after the status was saved. */
  saved?: string
  /** More actions on it. */
  aside: (row: Row) => ReactNode
}

interface AnswerDialogProps<Row extends Written<Status>, Status extends string> extends AnswerProps<Row, Status> {
  title: string
  query: UseQueryResult<Row>
  /** The row, as far as known. */
  row: Row | undefined
  onClose: () => void
}

/** An enquiry or question, its replies, and the form to answer by email (docs/rules.md §20.1). */
export function AnswerDialog<Row extends Written<Status>, Status extends string>({
  title,
  query: { error, refetch },
  row,
  onClose,
  ...answer
}: AnswerDialogProps<Row, Status>) {
  const { user } = useAdminAuth()
  return (
    <Modal
      title={title}
      onClose={onClose}
      // A tap outside must not discard what was typed.
      closesOutside={false}
      className="dlg--44"
    >
      {row ? (
        <AnswerForm {...answer} row={row} adminId={user?.id} onDone={onClose} />
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

interface AnswerFormProps<Row extends Written<Status>, Status extends string> extends AnswerProps<Row, Status> {
  row: Row
  adminId: number | undefined
  onDone: () => void
}

const MISSING = 'Please write a response first.'

function AnswerForm<Row extends Written<Status>, Status extends string>(props: AnswerFormProps<Row, Status>) {
  const { kind, statuses, lists, send, written, saved, aside, row, adminId, onDone } = props
  const { id, status, adminNotes } = row
  const { message, email, facts } = written(row)
  const replies = useQuery(queryOf(listReplies, { params: { kind, id } }))
  const stored = { status: status as string, adminResponse: '', adminNotes: adminNotes ?? '', key: '' }
  const { draft, change, forget, isChanged } = useDraft<typeof stored>(`${kind}.${adminId}.${id}`, stored)
  const [wrong, setWrong] = useState<string>()
  const [picksSaved, setPicksSaved] = useState(false)
  const response = useRef<HTMLTextAreaElement>(null)
  const save = useOptimisticChange<Row, { to: Change<Status>; key: string }>({
    lists,
    send: (changed, { to, key }) => send(changed.id, to, key),
    foresee: (changed, { to }) => ({ ...changed, ...to }),
    onDone(_row, { change: { to: sent } }) {
      if (saved) toast(saved)
      const isAnswer = sent.adminResponse !== undefined
      if (isAnswer) toast(`We're emailing your answer to ${email}.`)
      forget(isAnswer ? undefined : ['status', 'adminNotes'])
      if (isAnswer || !isChanged('adminResponse')) onDone()
    },
  })
  const isBusy = save.isBusy(id)
  const placeholders: readonly string[] = REPLY_PLACEHOLDERS[kind]
  const notes = draft.adminNotes

  function type(adminResponse: string) {
    // The same words sent again are the same response; changed words are a new one.
    change({ adminResponse, key: '' })
    setWrong(undefined)
  }
  function refuse(message: string) {
    setWrong(message)
    response.current?.focus()
  }
  function updateStatus() {
    const to = statuses.parse(draft.status)
    // Enquiries may be answered by phone, but questions about a booking are answered in writing.
    if (kind === 'booking-query' && to === 'RESPONDED' && !replies.data?.length) refuse(MISSING)
    else save.change(row, { to: { status: to, adminNotes: notes }, key: newIdempotencyKey() })
  }
  function sendResponse() {
    const adminResponse = draft.adminResponse.trim()
    const refusal = adminResponse ? refuseUnfilled(adminResponse, placeholders) : MISSING
    if (refusal) return refuse(refusal)
    const key = draft.key || newIdempotencyKey()
    change({ key })
    save.change(row, { to: { status: statuses.parse('RESPONDED'), adminResponse, adminNotes: notes }, key })
  }
  return (
    <>
      <form
        className="dlg__form"
        onSubmit={(event) => {
          event.preventDefault()
          sendResponse()
        }}
      >
        <DialogBody className="two-sides">
          {save.error && (
            <Banner className="two-sides__whole" onDismiss={save.dismissError}>
              {save.error}
            </Banner>
          )}
          <div>
            <p className="whitespace-pre-line border-line-2 border-l-3 pl-4 wrap-anywhere">{message}</p>
            <Replies query={replies} />
            <SummaryList className="mt-5 text-ui" rows={facts} />
          </div>
          <div className="grid content-start gap-4">
            <div>
              <TextArea
                ref={response}
                label="Response"
                help={`We email it to ${email}, with ${placeholders.join(' ')} filled in. Replies go to your own inbox.`}
                error={wrong}
                rows={6}
                maxLength={4000}
                readOnly={isBusy}
                value={draft.adminResponse}
                onChange={({ target }) => type(target.value)}
              />
              <Button size="sm" className="mt-2" disabled={isBusy} onClick={() => setPicksSaved(true)}>
                Saved replies
              </Button>
            </div>
            <TextArea
              label="Internal admin notes"
              help="Only admins see them."
              rows={3}
              maxLength={4000}
              readOnly={isBusy}
              value={notes}
              onChange={({ target }) => change({ adminNotes: target.value })}
            />
            <SelectField
              label="Status"
              help="Update Status saves this and the notes. No email is sent."
              value={draft.status}
              onChange={({ target }) => change({ status: target.value })}
            >
              {statuses.options.map((value) => (
                <option key={value} value={value}>
                  {statusLabel(value)}
                </option>
              ))}
            </SelectField>
            {isChanged() && <DraftNote onDiscard={() => forget()} />}
          </div>
          <ChangeHistory kind={kind} id={id} />
        </DialogBody>
        <DialogFoot className="flex-wrap">
          {aside(row)}
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
      {picksSaved && (
        <SavedRepliesDialog
          typed={draft.adminResponse}
          onPick={(text) => {
            type(draft.adminResponse.trim() ? `${draft.adminResponse.trimEnd()}\n\n${text}` : text)
            setPicksSaved(false)
          }}
          onClose={() => setPicksSaved(false)}
        />
      )}
    </>
  )
}
