import { addDays, datesBetween, type TripDate, weekdayOf } from '@arcadia/contract/trip-date'
import type { KeyboardEvent } from 'react'

/** `yyyy-MM` */
export type Month = string

/** In the order of `weekdayOf`, Sunday first. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const monthOf = (date: TripDate): Month => date.slice(0, 7)
export const firstDayOf = (month: Month): TripDate => `${month}-01`
export const lastDayOf = (month: Month): TripDate => addDays(firstDayOf(addMonths(month, 1)), -1)

export function addMonths(month: Month, count: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Rows of seven from Sunday; null for days of other months. */
export function weeksOf(month: Month): (TripDate | null)[][] {
  const blanks = Array<null>(weekdayOf(firstDayOf(month))).fill(null)
  const cells = [...blanks, ...datesBetween(firstDayOf(month), lastDayOf(month))]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => cells[week * 7 + day] ?? null),
  )
}

/** Without the weeks before the first and after the last living day; a month without one keeps them all. */
export function livingWeeks(
  weeks: readonly (TripDate | null)[][],
  isLiving: (date: TripDate) => boolean,
): (TripDate | null)[][] {
  const isKept = (week: readonly (TripDate | null)[]) => week.some((date) => date !== null && isLiving(date))
  const first = weeks.findIndex(isKept)
  return first < 0 ? [...weeks] : weeks.slice(first, weeks.findLastIndex(isKept) + 1)
}

/** The date a key leads to, as in any date grid; undefined if the key means nothing here. */
export function dateAfterKey(date: TripDate, key: string): TripDate | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -weekdayOf(date))
    case 'End':
      return addDays(date, 6 - weekdayOf(date))
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(date), -1), date)
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(date), 1), date)
    default:
      return undefined
  }
}

/** The date a key leads to from a day marked with `data-date`; undefined if the key means nothing here. */
export function dateAfterEvent({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent): TripDate | undefined {
  const from = (target as HTMLElement).dataset.date
  return from && !altKey && !ctrlKey && !metaKey ? dateAfterKey(from, key) : undefined
}

/** The same day in another month, or its last day if that month is shorter. */
export function sameDayIn(month: Month, date: TripDate): TripDate {
  return earliest(`${month}-${date.slice(8)}`, lastDayOf(month))
}

export interface MonthRange {
  first: Month
  last: Month
}

/** The months worth showing: from this one to the season's last. */
export function monthsToShow(today: TripDate, season: { seasonStart: TripDate; seasonEnd: TripDate }): MonthRange {
  const first = monthOf(today)
  return { first, last: latest(first, monthOf(season.seasonEnd)) }
}

/** The months that may have bookable dates: from this month or the season's first, to its last. */
export function monthsOfSeason(today: TripDate, season: { seasonStart: TripDate; seasonEnd: TripDate }): Month[] {
  const { last } = monthsToShow(today, season)
  const first = earliest(monthOf(latest(season.seasonStart, addDays(today, 1))), last)
  const months = [first]
  while (months.at(-1)! < last) months.push(addMonths(months.at(-1)!, 1))
  return months
}

/**
 * The month a calendar opens at: the first with a bookable date, else the season's first. If `isOpen` is undefined
 * (unknown) for a month on the way, so is the result.
 */
export function openingMonth(months: readonly Month[], isOpen: (month: Month) => boolean | undefined) {
  const found = months.find((month) => isOpen(month) !== false)
  if (found === undefined) return months[0]
  return isOpen(found) ? found : undefined
}

// The format of dates and months sorts as text.
const earliest = (...written: string[]) => written.sort()[0]!
const latest = (...written: string[]) => written.sort().at(-1)!
