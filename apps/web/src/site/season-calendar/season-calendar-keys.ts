import type { TripDate } from '@arcadia/contract/trip-date'
import { dateAfterKey } from '../../ui/calendar/calendar-month.ts'

/**
 * The date a key leads to among the sorted dates shown. By month it always moves, if need be to the first or last date;
 * by day and week it stops at the edge. Undefined if the key means nothing here.
 */
export function shownDateAfterKey(from: TripDate, key: string, shown: readonly TripDate[]): TripDate | undefined {
  const to = dateAfterKey(from, key)
  if (!to || shown.includes(to)) return to
  if (!key.startsWith('Page')) return from
  return shown.findLast((date) => date < to) ?? shown[0]
}
