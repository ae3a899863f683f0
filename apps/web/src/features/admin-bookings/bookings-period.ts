import { addDays, TripDate } from '@arcadia/contract/trip-date'
import { firstDayOf, lastDayOf, type Month } from '../../ui/calendar/calendar-month.ts'

/** Which trips the list shows; kept in the address. */
export type Period = 'upcoming' | 'past' | 'all' | Month

/** Undefined if the address has no valid one. */
export function readPeriod(text: string | null): Period | undefined {
  if (text === 'upcoming' || text === 'past' || text === 'all') return text
  return text && TripDate.safeParse(`${text}-01`).success ? text : undefined
}

/** The dates of a period and the sort order of its trips. */
export function periodQuery(
  period: Period,
  today: TripDate,
): { from?: TripDate; to?: TripDate; sort: 'date' | '-date' } {
  switch (period) {
    case 'upcoming':
      return { from: today, sort: 'date' }
    case 'past':
      return { to: addDays(today, -1), sort: '-date' }
    case 'all':
      return { sort: '-date' }
    default:
      return { from: firstDayOf(period), to: lastDayOf(period), sort: 'date' }
  }
}
