import type { BookingConfig } from '@arcadia/contract/configuration'
import { useState } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { type Month, monthOf, monthsOfSeason, openingMonth } from '../../ui/calendar/calendar-month.ts'
import { useDaysOf } from './availability.queries.ts'
import { type DayQuestion, lookOf } from './day-look.ts'

/**
 * The month to open at, undefined until known. Loads one month after another, because the first usually will do. The
 * answer stays: a calendar doesn't turn by itself when its last open date is taken.
 */
export function useFirstOpenMonth(
  rules: BookingConfig,
  {
    guests,
    isPrivate,
    byStaff,
    beforeOpening,
  }: Pick<DayQuestion, 'guests' | 'isPrivate' | 'byStaff' | 'beforeOpening'>,
): Month | undefined {
  const today = useVenueToday()
  const months = monthsOfSeason(today, rules)
  const [asked, setAsked] = useState(1)
  const [found, setFound] = useState<Month>()
  const { days, error } = useDaysOf(found ? [] : months.slice(0, asked))
  if (found) return found

  const known = Object.keys(days)
  const isOpen = (month: Month) => {
    const ofMonth = known.filter((date) => monthOf(date) === month)
    if (ofMonth.length === 0) return undefined
    return ofMonth.some(
      (date) => lookOf(date, { today, rules, days, guests, isPrivate, byStaff, beforeOpening }).isSelectable,
    )
  }
  // The calendar shows the load error itself.
  const opening = error ? months[0] : openingMonth(months, isOpen)
  if (opening) setFound(opening)
  else if (months.slice(0, asked).every((month) => isOpen(month) === false)) setAsked(asked + 1)
  return opening
}
