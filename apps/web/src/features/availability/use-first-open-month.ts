import type { BookingConfig } from '@arcadia/contract/configuration'
import { useState } from 'react'
import { type Month, monthOf, monthsOfSeason, openingMonth } from '../../ui/calendar/calendar-month.ts'
import { useDaysOf } from './availability.queries.ts'
import { lookOf } from './day-look.ts'
import { useVenueToday } from './venue-today.ts'

/**
 * The month to open at, undefined until it is known. One month is asked for after the other, because usually the first
 * will do, and the answer stays: a calendar does not turn by itself when its last open date is taken.
 */
export function useFirstOpenMonth(rules: BookingConfig, guests: number | undefined): Month | undefined {
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
    return ofMonth.some((date) => lookOf(date, { today, rules, days, guests }).isSelectable)
  }
  // What cannot be loaded is said at the calendar itself.
  const opening = error ? months[0] : openingMonth(months, isOpen)
  if (opening) setFound(opening)
  else if (months.slice(0, asked).every((month) => isOpen(month) === false)) setAsked(asked + 1)
  return opening
}
