import { expect, test } from 'vitest'
import { runsOf } from './date-runs.ts'

test('consecutive days are one run, even across a month or year', () => {
  expect(runsOf(['2026-05-30', '2026-05-31', '2026-06-01', '2026-06-05', '2026-12-31', '2027-01-01'])).toEqual([
    { first: '2026-05-30', last: '2026-06-01' },
    { first: '2026-06-05', last: '2026-06-05' },
    { first: '2026-12-31', last: '2027-01-01' },
  ])
})

test('no dates make no runs', () => {
  expect(runsOf([])).toEqual([])
})
