import type { TripDate } from '@arcadia/contract/trip-date'
import { useVenueToday } from '../../api/venue-today.ts'
import { monthOf, monthsOfSeason } from '../../ui/calendar/calendar-month.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { useDaysOf } from './availability.queries.ts'
import { type DayQuestion, nearestOpenDates } from './day-look.ts'

/**
 * The open mornings of the season nearest to that of a group that has booked, with room for it, kept up to date, and whether it is
 * known that there is none.
 */
export function useOtherMornings(ownDate: TripDate, group: Pick<DayQuestion, 'guests' | 'isPrivate'>) {
  const today = useVenueToday()
  const rules = useBookingConfig()
  const months = rules ? monthsOfSeason(today, rules) : []
  const { days } = useDaysOf(months)
  const known = new Set(Object.keys(days).map(monthOf))
  const nearest = rules ? nearestOpenDates(ownDate, { ...group, today, rules, days, ownDate }) : []
  return { nearest, isNone: rules !== undefined && nearest.length === 0 && months.every((month) => known.has(month)) }
}
