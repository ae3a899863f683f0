import { useVenueToday } from '../../api/venue-today.ts'
import { monthOf, monthsOfSeason } from '../../ui/calendar/calendar-month.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { useDaysOf } from './availability.queries.ts'
import { lookOf } from './day-look.ts'

/** Whether no morning is left that can be booked, now or once booking opens; false until that is known. */
export function useIsSoldOut(): boolean {
  const today = useVenueToday()
  const rules = useBookingConfig()
  const months = rules ? monthsOfSeason(today, rules) : []
  const { days } = useDaysOf(months)
  const known = Object.keys(days)
  if (!rules || !months.every((month) => known.some((date) => monthOf(date) === month))) return false
  return !known.some((date) => lookOf(date, { today, rules, days, beforeOpening: true }).isSelectable)
}
