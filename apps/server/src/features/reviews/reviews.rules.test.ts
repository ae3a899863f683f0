import { expect, test } from 'vitest'
import { datesToAsk } from './reviews.rules.ts'

test('guests are asked from noon of the day after, by the clock of the venue, for a week', () => {
  const nothing = [new Date('2027-06-02T04:00:00Z'), new Date('2027-06-02T15:59:59Z'), new Date('2027-01-05T16:59:59Z')]
  for (const now of nothing) expect(datesToAsk(now)).toBeUndefined()
  expect(datesToAsk(new Date('2027-06-02T16:00:00Z'))).toEqual({ first: '2027-05-26', last: '2027-06-01' })
  expect(datesToAsk(new Date('2027-06-03T03:59:59Z'))).toEqual({ first: '2027-05-26', last: '2027-06-01' })
  expect(datesToAsk(new Date('2027-01-05T17:00:00Z'))).toEqual({ first: '2026-12-29', last: '2027-01-04' })
})
