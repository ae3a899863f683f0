import type { BookingQuery } from '@arcadia/contract/booking-queries'
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

export function rememberSeen(answer: string): void {
  const seen = [...new Set([...answersSeen(), answer])]
  attempt(() => localStorage.setItem(KEY, JSON.stringify(seen)))
}

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
