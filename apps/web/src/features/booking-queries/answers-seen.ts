import type { BookingQuery } from '@arcadia/contract/booking-queries'
import * as z from 'zod/mini'
import { attempt } from '../../api/attempt.ts'

const KEY = 'arcadia.answers-seen'
/** How long an answer is news on a device that never showed it; it was emailed too. */
const NEWS_MS = 30 * 24 * 60 * 60_000

type Answered = Pick<BookingQuery, 'id' | 'responses'>

const nameOf = ({ id, responses }: Answered) => `${id}.${responses.length}`

/** What this device has shown of answers, each with how many its question had. */
export const answersSeen = (): string[] =>
  attempt(() => z.array(z.string()).parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'))) ?? []

export function rememberSeen(question: Answered): void {
  const seen = [...new Set([...answersSeen(), nameOf(question)])]
  attempt(() => localStorage.setItem(KEY, JSON.stringify(seen)))
}

/** The question whose latest answer is news here, the newest first (docs/rules.md §2.27). */
export const newlyAnswered = <Question extends Answered>(
  questions: readonly Question[],
  seen: readonly string[],
  now: number,
): Question | undefined =>
  questions.find((question) => {
    const latest = question.responses.at(-1)
    return latest && now - latest.createdAt.getTime() < NEWS_MS && !seen.includes(nameOf(question))
  })
