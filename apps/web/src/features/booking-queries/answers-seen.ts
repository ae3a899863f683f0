import type { BookingQuery } from '@arcadia/contract/booking-queries'
import type { Booking } from '@arcadia/contract/bookings'
import * as z from 'zod/mini'
import { attempt } from '../../api/attempt.ts'

const KEY = 'arcadia.answers-seen'
/** How long an answer is news on a device that never showed it; it was emailed too. */
const NEWS_MS = 30 * 24 * 60 * 60_000

type Answered = Pick<BookingQuery, 'id' | 'responses'>

/** The latest answer to a question, as this device keeps that it was seen. */
export const latestAnswer = ({ id, responses }: Answered) => responses.length > 0 && `${id}.${responses.length}`

/** What this device has shown of answers, each with how many its question had. */
export const answersSeen = (): string[] =>
  attempt(() => z.array(z.string()).parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'))) ?? []

function rememberSeen(answer: string): void {
  const seen = [...new Set([...answersSeen(), answer])]
  attempt(() => localStorage.setItem(KEY, JSON.stringify(seen)))
}

/** Keeps on the device that an answer was seen. */
export function whenSeen(element: HTMLElement | null, answer: string) {
  if (!element) return
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) rememberSeen(answer)
  })
  observer.observe(element)
  return () => observer.disconnect()
}

type Declined = NonNullable<Booking['refundDeclined']>

/** That a request for a refund was declined, as this device keeps that it was seen. */
export const declinedAnswer = ({ declinedAt }: Declined) => `refund.${declinedAt.getTime()}`

/** Told as an answer to a question is (docs/rules.md §2.27). */
export const isNewlyDeclined = (declined: Declined, seen: readonly string[], now: number): boolean =>
  now - declined.declinedAt.getTime() < NEWS_MS && !seen.includes(declinedAnswer(declined))

/** The question whose latest answer is news here, the newest first (docs/rules.md §2.27). */
export const newlyAnswered = <Question extends Answered>(
  questions: readonly Question[],
  seen: readonly string[],
  now: number,
): Question | undefined =>
  questions.find((question) => {
    const answer = latestAnswer(question)
    return answer && now - question.responses.at(-1)!.createdAt.getTime() < NEWS_MS && !seen.includes(answer)
  })
