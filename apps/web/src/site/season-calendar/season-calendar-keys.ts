import type { TripDate } from '@arcadia/contract/trip-date'
import { dateAfterKey } from '../../ui/calendar/calendar-month.ts'

/**
 * Where a key leads among the dates that are shown, in order. By month it always arrives, at the first or last date
 * where the season is cut off; by day and week it stays at the edge. Undefined: the key means nothing here.
 */
export function shownDateAfterKey(from: TripDate, key: string, shown: readonly TripDate[]): TripDate | undefined {
  const to = dateAfterKey(from, key)
  if (!to || shown.includes(to)) return to
  if (!key.startsWith('Page')) return from
  return shown.findLast((date) => date < to) ?? shown[0]
}
