import { listMyQueries, listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { useMinute } from '../../api/venue-today.ts'
import { answersSeen, newlyAnswered } from './answers-seen.ts'
import { questionId } from './ask-admin.tsx'

export const myQuestionsQuery = queryOf(listMyQueries, {})

/** The questions about one booking. */
export const questionsQuery = (id: number) => queryOf(listQueriesOfBooking, { params: { id } })

export const ANSWERED = 'We answered your question.'

/** Whether an answer to a question about a booking is news on this device. */
export function useAnswered(): (booking: { id: number }) => boolean {
  const { data: questions = [] } = useQuery(myQuestionsQuery)
  const now = useMinute()
  const seen = answersSeen()
  return ({ id }) => {
    const asked = questions.filter(({ bookingId }) => bookingId === id)
    return newlyAnswered(asked, seen, now) !== undefined
  }
}

/** Says at the top of a page that an answer stands further down, and leads there. */
export function AnswerNews({ bookingId }: { bookingId: number }) {
  const { data: questions } = useQuery(questionsQuery(bookingId))
  // As it was when the page opened, so that nothing moves while the answer is read.
  const [seen] = useState(answersSeen)
  const question = newlyAnswered(questions ?? [], seen, useMinute())
  if (!question) return null
  return (
    <p className="trip__say print:hidden">
      {ANSWERED}{' '}
      <button
        type="button"
        className="link inline-flex min-h-11 items-center"
        onClick={() => {
          const shown = document.getElementById(questionId(question))
          shown?.scrollIntoView({ block: 'center' })
          shown?.focus({ preventScroll: true })
        }}
      >
        Read the answer
      </button>
    </p>
  )
}
