import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import type { TripDate } from '@arcadia/contract/trip-date'

/** The specified season as it falls in the first year in which it has not ended on `today` (decisions §3). */
export function firstSeason(today: TripDate): { start: TripDate; end: TripDate } {
  const monthAndDay = (date: TripDate) => date.slice(4)
  const thisYear = Number(today.slice(0, 4))
  const year = today <= `${thisYear}${monthAndDay(FALLBACK_CONFIG.seasonEnd)}` ? thisYear : thisYear + 1
  return {
    start: `${year}${monthAndDay(FALLBACK_CONFIG.seasonStart)}`,
    end: `${year}${monthAndDay(FALLBACK_CONFIG.seasonEnd)}`,
  }
}
