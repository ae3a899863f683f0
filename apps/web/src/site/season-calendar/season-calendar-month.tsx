import { formatMonth, type TripDate } from '@arcadia/contract/trip-date'
import { type KeyboardEvent, useId } from 'react'
import { DayButton } from '../../features/availability/day-button.tsx'
import type { DayLook, Days } from '../../features/availability/day-look.ts'
import { firstDayOf, type Month } from '../../ui/calendar/calendar-month.ts'
import { MonthGrid } from '../../ui/calendar/month-grid.tsx'
import { rampStep } from './season-calendar-ramp.ts'

interface SeasonMonthProps {
  month: Month
  weeks: (TripDate | null)[][]
  looks: ReadonlyMap<TripDate, DayLook>
  days: Days
  capacity: number
  today: TripDate
  /** The only day of the season in the tab order. */
  tabStop: TripDate | undefined
  onKeyDown: (event: KeyboardEvent) => void
  onPress: (date: TripDate) => void
  onPoint: (date: TripDate | null) => void
  onVisit: (date: TripDate) => void
}

export const opensDialog = ({ isSelectable, hasExplanation, state }: DayLook) =>
  isSelectable || hasExplanation || state === 'soon'

export function SeasonMonth({ month, weeks, looks, days, capacity, today, tabStop, ...events }: SeasonMonthProps) {
  const titleId = useId()
  const stepOf = (date: TripDate) => {
    const { state } = looks.get(date)!
    const isAboutSpots = state === 'open' || state === 'few' || state === 'full' || state === 'held'
    return isAboutSpots ? rampStep(days[date]?.availableSpots ?? 0, capacity) : undefined
  }
  return (
    <div className="season__month" data-weeks={weeks.length}>
      <h3 id={titleId} className="display">
        {formatMonth(firstDayOf(month))}
      </h3>
      <MonthGrid
        aria-labelledby={titleId}
        isBusy={weeks.flat().some((date) => date && looks.get(date)?.state === 'loading')}
        onKeyDown={events.onKeyDown}
        weeks={weeks}
      >
        {(date) => {
          const look = looks.get(date)!
          return (
            <DayButton
              {...{ date, look }}
              className="morning"
              // Green by what is left, which it also says in words; none where it is not about spots.
              data-step={stepOf(date)}
              isToday={date === today}
              isTabStop={date === tabStop}
              aria-haspopup={opensDialog(look) ? 'dialog' : undefined}
              onClick={() => events.onPress(date)}
              onPoint={events.onPoint}
              onVisit={events.onVisit}
            />
          )
        }}
      </MonthGrid>
    </div>
  )
}
