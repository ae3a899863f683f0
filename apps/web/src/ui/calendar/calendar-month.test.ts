import { expect, test } from 'vitest'
import {
  addMonths,
  dateAfterKey,
  lastDayOf,
  livingWeeks,
  monthsOfSeason,
  monthsToShow,
  openingMonth,
  weeksOf,
} from './calendar-month.ts'

const season = { seasonStart: '2026-05-16', seasonEnd: '2026-09-05' }

test('lays out a month in weeks from Sunday, with blanks for other months', () => {
  const weeks = weeksOf('2026-06')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]).toEqual([null, '2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05', '2026-06-06'])
  expect(weeks[4]).toEqual(['2026-06-28', '2026-06-29', '2026-06-30', null, null, null, null])
})

test('counts months across years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-01', -13)).toBe('2024-12')
  expect(lastDayOf('2028-02')).toBe('2028-02-29')
})

test.each([
  ['ArrowLeft', '2026-05-31'],
  ['ArrowRight', '2026-06-02'],
  ['ArrowUp', '2026-05-25'],
  ['ArrowDown', '2026-06-08'],
  ['Home', '2026-05-31'],
  ['End', '2026-06-06'],
  ['PageUp', '2026-05-01'],
  ['PageDown', '2026-07-01'],
])('%s leads from Monday, June 1 to %s', (key, date) => {
  expect(dateAfterKey('2026-06-01', key)).toBe(date)
})

test('turns to the last day of a month that lacks the day', () => {
  expect(dateAfterKey('2026-05-31', 'PageDown')).toBe('2026-06-30')
  expect(dateAfterKey('2026-05-31', 'PageUp')).toBe('2026-04-30')
})

test('ignores other keys', () => {
  expect(dateAfterKey('2026-06-01', 'Tab')).toBeUndefined()
})

test("a season's months start with the first that may have bookable dates", () => {
  expect(monthsOfSeason('2025-11-20', season)).toEqual(['2026-05', '2026-06', '2026-07', '2026-08', '2026-09'])
  expect(monthsOfSeason('2026-06-09', season)[0]).toBe('2026-06')
  expect(monthsOfSeason('2026-06-30', season)[0]).toBe('2026-07')
  expect(monthsOfSeason('2026-09-30', season)).toEqual(['2026-09'])
})

test('a calendar opens at the first month with a bookable date', () => {
  const opensAt = (...open: (boolean | undefined)[]) =>
    openingMonth(['2026-05', '2026-06', '2026-07'], (month) => open[Number(month.slice(5)) - 5])
  expect(opensAt(true, true, true)).toBe('2026-05')
  expect(opensAt(false, false, true)).toBe('2026-07')
  expect(opensAt(false, false, false)).toBe('2026-05')
  // Not before the earlier months are known.
  expect(opensAt(false, undefined, true)).toBeUndefined()
})

test("shows months from this one to the season's last", () => {
  expect(monthsToShow('2025-11-20', season)).toEqual({ first: '2025-11', last: '2026-09' })
  expect(monthsToShow('2026-10-02', season)).toEqual({ first: '2026-10', last: '2026-10' })
})

test('a month starts with its first week that has something to say and ends with its last', () => {
  const may = weeksOf('2027-05')
  const open = (from: string, to: string) => livingWeeks(may, (date) => date >= from && date <= to)
  expect(open('2027-05-16', '2027-05-22').flat()).toEqual(may[3])
  expect(open('2027-05-15', '2027-05-31').length).toBe(may.length - 2)
  expect(open('2027-06-01', '2027-06-30')).toEqual(may)
})
