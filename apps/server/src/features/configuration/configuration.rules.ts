import type { StrandedDay } from '@arcadia/contract/admin/configuration'
import { assessDay, type BoatRules, type DayRules, SHARED_CAPACITY } from '@arcadia/contract/availability'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import type { TripDate } from '@arcadia/contract/trip-date'

/** The specified season, in the first year in which it has not ended yet (docs/rules.md §1.4). */
export function firstSeason(today: TripDate): { start: TripDate; end: TripDate } {
  const monthAndDay = (date: TripDate) => date.slice(4)
  const thisYear = Number(today.slice(0, 4))
  const year = today <= `${thisYear}${monthAndDay(FALLBACK_CONFIG.seasonEnd)}` ? thisYear : thisYear + 1
  return {
    start: `${year}${monthAndDay(FALLBACK_CONFIG.seasonStart)}`,
    end: `${year}${monthAndDay(FALLBACK_CONFIG.seasonEnd)}`,
  }
}

/** Which rule a day's bookings would newly break under `next` compared with `now`; undefined if none. */
export function strandedBy(
  now: DayRules,
  next: DayRules,
  date: TripDate,
  claims: { booked: number; held: number; groups: number },
): StrandedDay['reason'] | undefined {
  const before = closedBy(now, date)
  const after = closedBy(next, date)
  if (after && !before) return after
  if (after) return undefined
  const claimed = claims.booked + claims.held
  if (claimed > next.maxCapacity && next.maxCapacity < now.maxCapacity) return 'OVER_CAPACITY'
  const mayShare = ({ sharing }: BoatRules) => claims.groups < 2 || claimed <= SHARED_CAPACITY[sharing]
  return mayShare(now) && !mayShare(next) ? 'SHARED' : undefined
}

function closedBy(rules: DayRules, date: TripDate) {
  const { reason } = assessDay(date, date, rules, { booked: 0, held: 0 })
  return reason === 'OUTSIDE_SEASON' || reason === 'CLOSED_WEEKDAY' || reason === 'BLACKOUT' ? reason : undefined
}
