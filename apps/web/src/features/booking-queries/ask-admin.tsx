import { type BookingQuery, createBookingQuery } from '@arcadia/contract/booking-queries'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { Fragment, useCallback, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextArea } from '../../ui/field.tsx'
import { Loaded, type Loading } from '../../ui/loaded.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { latestAnswer, whenSeen } from './answers-seen.ts'

interface AskAdminProps {
  bookingId: number
  questions: Loading<BookingQuery[]>
  isFolded: boolean
}

/** A booking's questions: a form for a new one, and the earlier ones. */
export function AskAdmin({ bookingId, questions, isFolded }: AskAdminProps) {
  const [sentId, setSentId] = useState<number>()
  const fold = useRef<HTMLDetailsElement>(null)
  function onSent({ id }: BookingQuery) {
    if (fold.current) fold.current.open = false
    setSentId(id)
  }
  const form = <QuestionForm {...{ bookingId, onSent }} />
  return (
    <div className="grid gap-5">
      {isFolded ? (
        <details ref={fold} className="group">
          <summary className="btn btn--line">
            <span className="group-open:hidden">Ask a question</span>
            <span className="hidden group-open:inline">Close</span>
          </summary>
          <div className="mt-4">{form}</div>
        </details>
      ) : (
        form
      )}
      <QuestionList questions={questions} sentId={sentId} />
    </div>
  )
}

const LIMIT = 4000
const Typed = z.strictObject({
  queryMessage: z.string().check(z.trim(), z.minLength(1, 'Please write your question first.'), z.maxLength(LIMIT)),
})

interface QuestionFormProps {
  bookingId: number
  onSent: (question: BookingQuery) => void
}

function QuestionForm({ bookingId, onSent }: QuestionFormProps) {
  const form = useDraftForm(`question.${bookingId}`, Typed, { queryMessage: '' })
  const { answer } = useSiteData().words
  const submit = form.submit(
    (typed) => call(createBookingQuery, { body: { bookingId, ...typed } }),
    (question) => {
      form.empty()
      toast('Your query has been submitted successfully!')
      onSent(question)
    },
  )
  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      <TextArea
        {...form.field('queryMessage')}
        label="Ask Admin a Question"
        placeholder="About this booking"
        help={answer}
        rows={3}
        maxLength={LIMIT}
      />
      <FormError>{form.error}</FormError>
      <Button type="submit" variant="ink" className="justify-self-start" busy={form.isBusy} busyLabel="Sending...">
        Send question
      </Button>
    </form>
  )
}

function leadTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

/** Newest first; an answer appears while the page is open. The question just sent takes the focus. */
function QuestionList({ questions, sentId }: { questions: Loading<BookingQuery[]>; sentId: number | undefined }) {
  return (
    <Loaded query={questions} height="h-12" isQuiet>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-ui text-ink-2">No questions yet. We'll answer here and by email.</p>
        ) : (
          <ul className="grid gap-5" aria-label="Earlier questions">
            {rows.map((question) => (
              <Question key={question.id} question={question} isJustSent={question.id === sentId} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

export const questionId = ({ id }: Pick<BookingQuery, 'id'>) => `question-${id}`

function Question({ question, isJustSent }: { question: BookingQuery; isJustSent: boolean }) {
  const { queryMessage, status, createdAt, responses } = question
  const answer = latestAnswer(question)
  const ref = useCallback(
    (element: HTMLLIElement | null) => (answer ? whenSeen(element, answer) : isJustSent ? leadTo(element) : undefined),
    [answer, isJustSent],
  )
  return (
    <li
      ref={ref}
      id={questionId(question)}
      tabIndex={-1}
      className={classNames(
        'grid gap-[0.3rem] border-l-3 py-[0.1rem] pl-[0.9rem] leading-[1.45]',
        responses.length === 0 ? 'border-line-2' : 'border-ok',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <p className="num text-small text-ink-2">Asked {unbroken(formatDate(venueDate(createdAt)))}</p>
        {status === 'NEW' ? (
          <StatusTag status="CLOSED" label="Waiting for our answer" />
        ) : (
          <StatusTag status={status} />
        )}
      </div>
      <p className="whitespace-pre-line wrap-anywhere font-strong">{queryMessage}</p>
      {responses.map((response) => (
        <Fragment key={response.createdAt.getTime()}>
          <p className="whitespace-pre-line wrap-anywhere">{response.text}</p>
          <p className="num text-small text-ink-2">Answered {unbroken(formatDate(venueDate(response.createdAt)))}</p>
        </Fragment>
      ))}
    </li>
  )
}
