import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { DraftNote } from '../../forms/draft-note.tsx'
import { useAdminAuth } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot, Modal } from '../../ui/dialog.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { statusLabel } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { PlaceholderChips } from './placeholder-chips.tsx'
import { Replies } from './replies.tsx'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'
import { type Answer, type AnswerOptions, useAnswer, type Written } from './use-answer.ts'

/** What differs between enquiries and booking queries. */
interface AnswerProps<Row extends Written<Status>, Status extends string>
  extends Pick<AnswerOptions<Row, Status>, 'kind' | 'lists' | 'send' | 'saved'> {
  statuses: { options: readonly Status[]; parse: (value: unknown) => Status }
  /** The message, its sender and facts. */
  written: (row: Row) => { message: string; email: string; facts: ComponentProps<typeof SummaryList>['rows'] }
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

function AnswerForm<Row extends Written<Status>, Status extends string>(props: AnswerFormProps<Row, Status>) {
  const { kind, statuses, written, aside, row } = props
  const { message, email, facts } = written(row)
  const answer = useAnswer<Row, Status>({ ...props, email })
  const typed = answer.draft.adminResponse
  const [picksSaved, setPicksSaved] = useState(false)
  return (
    <>
      <form
        className="dlg__form"
        onSubmit={(event) => {
          event.preventDefault()
          answer.sendResponse()
        }}
      >
        <DialogBody className="two-sides">
          {answer.failure && (
            <Banner className="two-sides__whole" onDismiss={answer.dismissFailure}>
              {answer.failure}
            </Banner>
          )}
          <div>
            <p className="whitespace-pre-line border-line-2 border-l-3 pl-4 wrap-anywhere">{message}</p>
            <Replies query={answer.replies} />
            <SummaryList className="mt-5 text-ui" rows={facts} />
          </div>
          <AnswerFields
            answer={answer}
            email={email}
            statuses={statuses.options}
            onPickSaved={() => setPicksSaved(true)}
          />
          <ChangeHistory kind={kind} id={row.id} />
        </DialogBody>
        <DialogFoot className="flex-wrap">
          {aside(row)}
          <div className="ml-auto flex flex-wrap justify-end gap-2">
            <Button disabled={answer.isBusy || !answer.isChanged('status', 'adminNotes')} onClick={answer.updateStatus}>
              Update Status
            </Button>
            <Button type="submit" variant="cta" busy={answer.isBusy} busyLabel="Sending…">
              Send Response
            </Button>
          </div>
        </DialogFoot>
      </form>
      {picksSaved && (
        <SavedRepliesDialog
          typed={typed}
          onPick={(text) => {
            answer.type(typed.trim() ? `${typed.trimEnd()}\n\n${text}` : text)
            setPicksSaved(false)
          }}
          onClose={() => setPicksSaved(false)}
        />
      )}
    </>
  )
}

interface AnswerFieldsProps {
  answer: Answer
  email: string
  statuses: readonly string[]
  onPickSaved: () => void
}

function AnswerFields({ answer, email, statuses, onPickSaved }: AnswerFieldsProps) {
  const { draft, change, isBusy } = answer
  const id = useId()
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <div>
        <TextArea
          ref={answer.response}
          id={id}
          label="Response"
          help={`We email it to ${email}, and greet them unless you do. Replies go to your own inbox.`}
          error={answer.wrong}
          rows={6}
          maxLength={4000}
          readOnly={isBusy}
          value={draft.adminResponse}
          onChange={({ target }) => answer.type(target.value)}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          <PlaceholderChips known={answer.placeholders} of={id} disabled={isBusy} onType={answer.type} />
          <Button size="sm" disabled={isBusy} onClick={onPickSaved}>
            Saved replies
          </Button>
        </div>
      </div>
      <TextArea
        label="Internal admin notes"
        help="Guests never see them."
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
        onChange={({ target }) => change({ status: target.value })}
      >
        {statuses.map((value) => (
          <option key={value} value={value}>
            {statusLabel(value)}
          </option>
        ))}
      </SelectField>
      <DraftNote isDraft={answer.isChanged()} onDiscard={() => answer.forget()} />
    </div>
  )
}
