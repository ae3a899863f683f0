import { expect, test } from 'vitest'
import { periodQuery, readPeriod } from './bookings-period.ts'

const today = '2027-06-15'

test('upcoming and a month list the soonest first, the past the latest first', () => {
  expect(periodQuery('upcoming', today)).toEqual({ from: '2027-06-15', sort: 'date' })
  expect(periodQuery('past', today)).toEqual({ to: '2027-06-14', sort: '-date' })
  expect(periodQuery('all', today)).toEqual({ sort: '-date' })
  expect(periodQuery('2028-02', today)).toEqual({ from: '2028-02-01', to: '2028-02-29', sort: 'date' })
})

test('ignores nonsense in the address', () => {
  for (const text of [null, '', 'soon', '2027-13', '2027', '2027-06-15', '1066-10'])
    expect(readPeriod(text)).toBeUndefined()
  for (const text of ['upcoming', 'past', 'all', '2027-06']) expect(readPeriod(text)).toBe(text)
})
