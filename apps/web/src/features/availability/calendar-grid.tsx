import type { TripDate } from '@arcadia/contract/trip-date'
import type { KeyboardEvent, Ref } from 'react'
import { livingWeeks, type Month, weeksOf } from '../../ui/calendar/calendar-month.ts'
import { MonthGrid } from '../../ui/calendar/month-grid.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DayButton } from './day-button.tsx'
import { type DayQuestion, type DayState, FEW, lookOf } from './day-look.ts'

const IDLE: readonly DayState[] = ['out', 'closed', 'away']

interface CalendarGridProps {
  ref: Ref<HTMLTableElement>
  labelId: string
  month: Month
  question: DayQuestion
  /** The date reached with the arrow keys. */
  cursor: TripDate | null
  selected: TripDate | null
  explained: TripDate | null
  onKeyDown: (event: KeyboardEvent) => void
  onPress: (date: TripDate) => void
  onPoint: (date: TripDate | null) => void
}

export function CalendarGrid({ labelId, month, question, cursor, selected, explained, ...events }: CalendarGridProps) {
  const allWeeks = weeksOf(month)
  const looks = new Map(allWeeks.flat().flatMap((date) => (date ? [[date, lookOf(date, question)] as const] : [])))
  // It starts at the first week in which anything can be had or explained, else at the season's first.
  const isLiving = (date: TripDate, idle: readonly DayState[]) =>
    date === cursor || !idle.includes(looks.get(date)!.state)
  const ofSeason = livingWeeks(allWeeks, (date) => isLiving(date, ['out']))
  const weeks = livingWeeks(ofSeason, (date) => isLiving(date, IDLE))
  const dates = weeks.flat().filter((date) => date !== null)
  const isSelectable = (date: TripDate) => looks.get(date)?.isSelectable ?? false
  const tabStop =
    [cursor, selected, question.today].find((date) => date && dates.includes(date)) ??
    dates.find(isSelectable) ??
    dates[0]

  return (
    <MonthGrid
      ref={events.ref}
      className="cal__g"
      aria-labelledby={labelId}
      isBusy={dates.some((date) => looks.get(date)?.state === 'loading')}
      onKeyDown={events.onKeyDown}
      weeks={weeks}
    >
      {(date) => {
        const look = looks.get(date)!
        const isSelected = date === selected && look.isSelectable
        const isToday = date === question.today
        return (
          <DayButton
            {...{ date, look, isToday }}
            className={classNames('day', `day--${look.state}`, isSelected && 'day--selected', isToday && 'day--today')}
            isTabStop={date === tabStop}
            aria-pressed={look.isSelectable ? isSelected : undefined}
            aria-expanded={look.hasExplanation ? date === explained : undefined}
            onClick={() => events.onPress(date)}
            onPoint={events.onPoint}
          />
        )
      }}
    </MonthGrid>
  )
}

const ENTRIES: { state: DayState; label: string; forGroups?: string }[] = [
  { state: 'open', label: 'Open' },
  { state: 'few', label: 'Few left' },
  { state: 'full', label: 'Full', forGroups: 'Full, too few' },
  { state: 'closed', label: 'Closed' },
]

export function CalendarLegend({ guests }: { guests: number }) {
  return (
    <ul className="legend" aria-label="What the colors mean">
      {ENTRIES.filter(({ state }) => state !== 'few' || guests <= FEW).map(({ state, label, forGroups = label }) => (
        <li key={state}>
          <span className={`day day--${state}`} aria-hidden />
          {guests > 1 ? forGroups : label}
        </li>
      ))}
    </ul>
  )
}
