import type { TripDate } from '@arcadia/contract/trip-date'
import type { KeyboardEvent, Ref } from 'react'
import { type Month, weeksOf } from '../../ui/calendar/calendar-month.ts'
import { MonthGrid } from '../../ui/calendar/month-grid.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type DayLook, type DayQuestion, type DayState, lookOf, nameOf } from './day-look.ts'

interface CalendarGridProps {
  ref: Ref<HTMLTableElement>
  labelId: string
  month: Month
  question: DayQuestion
  /** The date the arrow keys have reached. */
  cursor: TripDate | null
  selected: TripDate | null
  explained: TripDate | null
  onKeyDown: (event: KeyboardEvent) => void
  onPress: (date: TripDate) => void
  onPoint: (date: TripDate | null) => void
}

export function CalendarGrid({ labelId, month, question, cursor, selected, explained, ...events }: CalendarGridProps) {
  const weeks = weeksOf(month)
  const looks = new Map(weeks.flat().flatMap((date) => (date ? [[date, lookOf(date, question)] as const] : [])))
  const dates = [...looks.keys()]
  const isSelectable = (date: TripDate) => looks.get(date)?.isSelectable ?? false
  const tabStop =
    [cursor, selected, question.today].find((date) => date && looks.has(date)) ?? dates.find(isSelectable) ?? dates[0]

  return (
    <MonthGrid
      ref={events.ref}
      className="cal__g"
      aria-labelledby={labelId}
      isBusy={dates.some((date) => looks.get(date)?.state === 'loading')}
      onKeyDown={events.onKeyDown}
      weeks={weeks}
    >
      {(date) => (
        <CalendarDay
          date={date}
          look={looks.get(date)!}
          isSelected={date === selected && isSelectable(date)}
          isToday={date === question.today}
          isTabStop={date === tabStop}
          isExplained={date === explained}
          onPress={() => events.onPress(date)}
          onPoint={(isHere) => events.onPoint(isHere ? date : null)}
        />
      )}
    </MonthGrid>
  )
}

interface CalendarDayProps {
  date: TripDate
  look: DayLook
  isSelected: boolean
  isToday: boolean
  /** The one day that Tab reaches. */
  isTabStop: boolean
  isExplained: boolean
  onPress: () => void
  /** The pointer or the focus came to the day (true) or left it. */
  onPoint: (isHere: boolean) => void
}

/** Every day can be focused and says its sentence; those that cannot be had are marked as disabled, not taken away. */
function CalendarDay({ date, look, isSelected, isToday, isTabStop, isExplained, onPress, onPoint }: CalendarDayProps) {
  return (
    <button
      type="button"
      className={classNames('day', `day--${look.state}`, isSelected && 'day--selected', isToday && 'day--today')}
      data-date={date}
      data-state={look.state}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={nameOf(date, look)}
      aria-description={look.sentence || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={look.isSelectable ? undefined : true}
      aria-pressed={look.isSelectable ? isSelected : undefined}
      aria-expanded={look.hasExplanation ? isExplained : undefined}
      onClick={onPress}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(false)}
    >
      <b>{Number(date.slice(8))}</b> <i>{look.word}</i>
    </button>
  )
}

const ENTRIES: { state: DayState; label: string }[] = [
  { state: 'open', label: 'Open' },
  { state: 'few', label: 'Few left' },
  { state: 'full', label: 'Full' },
  { state: 'closed', label: 'Closed' },
]

export function CalendarLegend() {
  return (
    <ul className="legend" aria-label="What the colors mean">
      {ENTRIES.map(({ state, label }) => (
        <li key={state}>
          <span className={`day day--${state}`} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  )
}
