import type { BookingQuery } from '@arcadia/contract/booking-queries'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { queriesOfBooking } from './booking-queries.queries.ts'

export function QuestionList({ bookingId }: { bookingId: number }) {
  const { data: questions, error, refetch } = useQuery(queriesOfBooking(bookingId))
  if (!questions && error) return <TryAgainBanner error={error} onRetry={() => refetch()} />
  if (!questions) return <Skeleton className="h-12 w-full" />
  if (questions.length === 0)
    return <p className="text-ui text-ink-2">No questions yet. The owner answers by mail and here.</p>
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
