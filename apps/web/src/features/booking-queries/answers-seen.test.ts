import { expect, test } from 'vitest'
import { newlyAnswered } from './answers-seen.ts'

const answered = (id: number, ...days: string[]) => ({
  id,
  responses: days.map((day) => ({ text: 'Gladly.', createdAt: new Date(`2027-05-${day}T12:00:00Z`) })),
})
const news = (questions: ReturnType<typeof answered>[], seen: string[], now = '2027-05-20T12:00:00Z') =>
  newlyAnswered(questions, seen, new Date(now).getTime())?.id

test('an answer is news until this device has shown it, another one to the same question again, and for a month at most', () => {
  expect(news([answered(2), answered(1, '19')], [])).toBe(1)
  expect(news([answered(1, '19')], ['1.1'])).toBeUndefined()
  expect(news([answered(1, '19', '20')], ['1.1'])).toBe(1)
  expect(news([answered(1, '19')], [], '2027-06-20T12:00:00Z')).toBeUndefined()
})
