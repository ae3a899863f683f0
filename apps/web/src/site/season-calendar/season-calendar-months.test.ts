import { addDays } from '@arcadia/contract/trip-date'
import { expect, test } from 'vitest'
import { weeksOf } from '../../ui/calendar/calendar-month.ts'
import { beginningOf, monthsOfSeason } from './season-calendar-months.ts'

test('splits a season into months, each as high as its fishing weeks', () => {
  expect(monthsOfSeason('2026-05-16', '2026-09-05')).toEqual([
    { month: '2026-05', weeks: 4 },
    { month: '2026-06', weeks: 5 },
    { month: '2026-07', weeks: 5 },
    { month: '2026-08', weeks: 6 },
    { month: '2026-09', weeks: 1 },
  ])
})

test('the reserved space is as high as the weeks that render, whatever the season', () => {
  for (let start = '2026-01-01'; start < '2028-03-01'; start = addDays(start, 13)) {
    for (const days of [0, 1, 6, 30, 112, 365]) {
      const end = addDays(start, days)
      for (const { month, weeks } of monthsOfSeason(start, end)) {
        const drawn = weeksOf(month).filter((week) => week.some((date) => date && date >= start && date <= end))
        expect({ start, end, month, weeks }).toEqual({ start, end, month, weeks: drawn.length })
      }
    }
  }
})

test('leaves out past months, and has none for a past season', () => {
  expect(beginningOf('2026-05-16', '2026-03-02')).toBe('2026-05-16')
  expect(beginningOf('2026-05-16', '2026-05-20')).toBe('2026-05-16')
  expect(beginningOf('2026-05-16', '2026-07-20')).toBe('2026-07-01')
  expect(monthsOfSeason(beginningOf('2026-05-16', '2026-10-01'), '2026-09-05')).toEqual([])
})
