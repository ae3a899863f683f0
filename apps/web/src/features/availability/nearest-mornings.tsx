import type { BookingConfig } from '@arcadia/contract/configuration'
import { formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useVenueToday } from '../../api/venue-today.ts'
import { BUSY } from '../../ui/button.tsx'
import { monthOf, monthsOfSeason } from '../../ui/calendar/calendar-month.ts'
import { useDaysAround } from './availability.queries.ts'
import { nearestOpenDates } from './day-look.ts'

interface NearestMorningsProps {
  title?: string
  dates: readonly TripDate[]
  isBusy?: boolean
  onChoose: (date: TripDate) => void
}

/** Open mornings to tap, instead of one that is taken. */
export function NearestMornings({
  title = 'The nearest open mornings:',
  dates,
  isBusy = false,
  onChoose,
}: NearestMorningsProps) {
  if (dates.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(5.75rem,100%),1fr))] gap-2 pt-2">
        {dates.map((date) => (
          <li key={date}>
            <button type="button" className="cal__near num" onClick={() => onChoose(date)} {...(isBusy && BUSY)}>
              {formatShortDate(date)}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

interface Lost {
  date: TripDate
  guests: number
  /** Undefined until loaded. */
  rules: BookingConfig | undefined
}

/** The three open mornings nearest to a date that have room for a group, kept up to date. */
export function useNearestOpen({ date, guests, rules }: Lost): TripDate[] {
  const today = useVenueToday()
  const month = monthOf(date)
  const { days } = useDaysAround(month, rules ? monthsOfSeason(today, rules) : [])
  return rules ? nearestOpenDates(date, { today, rules, days, guests }) : []
}
