import { expect, test } from 'vitest'
import { searchedDate, searchedDates } from './searched-date.ts'

const season = { seasonStart: '2027-05-16', seasonEnd: '2027-09-05' }
const read = (q: string, today = '2026-11-22') => searchedDate(q, today, season)

test.each([
  'May 21',
  'may 21',
  ' MAY  21 ',
  'May 21st',
  'May. 21',
  'May 21, 2027',
  'May 21 2027',
  'Fri, May 21',
  'Friday May 21, 2027',
  '21 May',
  '21st of May',
  '21 may 2027',
  '5/21',
  '05/21',
  '5-21',
  '5/21/2027',
  '5/21/27',
  '05.21.2027',
  '2027-05-21',
  '2027/5/21',
])('"%s" is May 21, 2027', (q) => {
  expect(read(q)).toBe('2027-05-21')
})

test('a date without a year is the one in the season, even if past, or else the next one', () => {
  expect(read('May 21', '2027-08-01')).toBe('2027-05-21')
  expect(read('sept 5')).toBe('2027-09-05')
  expect(read('12/24')).toBe('2026-12-24')
  expect(read('Nov 22')).toBe('2026-11-22')
  expect(read('Nov 21')).toBe('2027-11-21')
  expect(read('Feb 29')).toBe('2028-02-29')
})

test('a season across New Year has dates in both years', () => {
  const winter = { seasonStart: '2027-11-01', seasonEnd: '2028-03-01' }
  expect(searchedDate('12/24', '2026-11-22', winter)).toBe('2027-12-24')
  expect(searchedDate('1/24', '2026-11-22', winter)).toBe('2028-01-24')
})

test('a month name is that month of the season, or else the next one', () => {
  const dates = (q: string, today = '2026-11-22') => {
    const { first, last } = searchedDates(q, today, season) ?? {}
    return first && `${first} ${last}`
  }
  expect(dates('May')).toBe('2027-05-01 2027-05-31')
  expect(dates(' sept. ')).toBe('2027-09-01 2027-09-30')
  expect(dates('MAY', '2027-08-01')).toBe('2027-05-01 2027-05-31')
  expect(dates('December')).toBe('2026-12-01 2026-12-31')
  expect(dates('nov', '2026-11-22')).toBe('2026-11-01 2026-11-30')
  expect(dates('February')).toBe('2027-02-01 2027-02-28')
  expect(dates('June 2026')).toBe('2026-06-01 2026-06-30')
  expect(dates('May 21')).toBe('2027-05-21 2027-05-21')
  expect(['Mayer', 'May Rivera', 'ma', '5', 'June 31'].map((q) => dates(q))).toEqual(Array(5).fill(undefined))
})

test.each([
  '',
  'May',
  'May Rivera',
  'June 31',
  '13/40',
  '21/5/2027',
  'Feb 29, 2027',
  '2027-02-30',
  'JB-05212027',
  '863-555-0142',
  '(863) 555',
  '5212027',
  'may21@example.com',
  '1/2/3/4',
  'Marchand 5 2027',
])('"%s" is no date', (q) => {
  expect(read(q)).toBeUndefined()
})
