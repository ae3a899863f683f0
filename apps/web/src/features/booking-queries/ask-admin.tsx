import { type BookingQuery, createBookingQuery, listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextArea } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'

/** A booking's questions: the form for a new one, and those that were asked. */
export function AskAdmin({ bookingId }: { bookingId: number }) {
  return (
    <div className="grid gap-5">
      <QuestionForm bookingId={bookingId} />
      <QuestionList bookingId={bookingId} />
    </div>
  )
}

const LIMIT = 4000

function QuestionForm({ bookingId }: { bookingId: number }) {
  const ask = useAsk(bookingId)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (ask.isPending) return
    const question = text.trim()
    setError(question ? undefined : 'Please write your question first.')
    if (!question) return field.current?.focus()
    ask.mutate(question, { onSuccess: () => setText('') })
  }

  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      {ask.error && <Banner onDismiss={ask.reset}>{ask.error.message}</Banner>}
      <TextArea
        ref={field}
        label="Ask Admin a Question"
        placeholder="About this booking"
        rows={3}
        maxLength={LIMIT}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
          if (ask.isSuccess) ask.reset()
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="ink" busy={ask.isPending} busyLabel="Sending...">
          Send question
        </Button>
        <p role="status" className="text-ui text-ok">
          {ask.isSuccess && (
            <span className="flex items-center gap-2">
              <CircleCheck className="icon" aria-hidden />
              Your query has been submitted successfully!
            </span>
          )}
        </p>
      </div>
    </form>
  )
}

function QuestionList({ bookingId }: { bookingId: number }) {
  const { data: questions, error, refetch } = useQuery(queriesOfBooking(bookingId))
  if (!questions && error) return <TryAgainBanner error={error} onRetry={() => refetch()} />
  if (!questions) return <Skeleton className="h-12 w-full" />
  if (questions.length === 0)
    return <p className="text-ui text-ink-2">No questions yet. We'll answer here and by email.</p>
  return (
    <ul className="grid gap-5" aria-label="Earlier questions">
      {questions.map((question) => (
        <Question key={question.id} question={question} />
      ))}
    </ul>
  )
}

function Question({ question }: { question: BookingQuery }) {
  const { queryMessage, status, createdAt, adminResponse, respondedAt } = question
  return (
    <li
      className={classNames(
        'grid gap-[0.3rem] border-l-3 py-[0.1rem] pl-[0.9rem] leading-[1.45]',
        adminResponse === null ? 'border-line-2' : 'border-ok',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <p className="num text-small text-ink-2">Asked {formatDate(venueDate(createdAt))}</p>
        <StatusTag status={status} />
      </div>
      <p className="whitespace-pre-line wrap-anywhere font-strong">{queryMessage}</p>
      {adminResponse !== null && (
        <>
          <p className="whitespace-pre-line wrap-anywhere">{adminResponse}</p>
          {respondedAt && <p className="num text-small text-ink-2">Answered {formatDate(venueDate(respondedAt))}</p>}
        </>
      )}
    </li>
  )
}

/** The questions about a booking, the latest first; an answer appears while one looks. */
const queriesOfBooking = (bookingId: number) => queryOf(listQueriesOfBooking, { params: { id: bookingId } })

const useAsk = (bookingId: number) =>
  useMutation({
    mutationFn: (queryMessage: string) => call(createBookingQuery, { body: { bookingId, queryMessage } }),
  })
