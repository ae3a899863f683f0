import { formatMonth, type TripDate } from '@arcadia/contract/trip-date'
import { type KeyboardEvent, useId } from 'react'
import { type DayLook, type Days, nameOf } from '../../features/availability/day-look.ts'
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
  /** The one day of the season that Tab reaches. */
  tabStop: TripDate | undefined
  onKeyDown: (event: KeyboardEvent) => void
  onPress: (date: TripDate) => void
  onPoint: (date: TripDate | null) => void
  onVisit: (date: TripDate) => void
}

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
        {(date) => (
          <SeasonDay
            date={date}
            look={looks.get(date)!}
            step={stepOf(date)}
            isToday={date === today}
            isTabStop={date === tabStop}
            onPress={() => events.onPress(date)}
            onPoint={(isHere) => events.onPoint(isHere ? date : null)}
            onVisit={() => events.onVisit(date)}
          />
        )}
      </MonthGrid>
    </div>
  )
}

interface SeasonDayProps {
  date: TripDate
  look: DayLook
  /** Of the green ramp; undefined for a day that is not about spots. */
  step: number | undefined
  isToday: boolean
  isTabStop: boolean
  onPress: () => void
  /** The pointer or the focus came to the day (true) or left it. */
  onPoint: (isHere: boolean) => void
  /** The focus came to it. */
  onVisit: () => void
}

/** A day of the whole season: green by what is left, which it also says in words; its sentence on pointing and to a screen reader. */
function SeasonDay({ date, look, step, isToday, isTabStop, onPress, onPoint, onVisit }: SeasonDayProps) {
  return (
    <button
      type="button"
      className="morning"
      data-date={date}
      data-state={look.state}
      data-step={step}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={nameOf(date, look)}
      aria-description={look.sentence || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={look.isSelectable ? undefined : true}
      aria-haspopup={look.isSelectable || look.hasExplanation ? 'dialog' : undefined}
      onClick={onPress}
      onFocus={() => {
        onPoint(true)
        onVisit()
      }}
      onBlur={() => onPoint(false)}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(false)}
    >
      <b>{Number(date.slice(8))}</b> <i>{look.word}</i>
    </button>
  )
}
