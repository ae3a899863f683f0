import type { TripDate } from '@arcadia/contract/trip-date'
import type { KeyboardEvent, Ref } from 'react'
import { type Month, weeksOf } from '../../ui/calendar-month.ts'
import { MonthGrid } from '../../ui/month-grid.tsx'
import { CalendarDay } from './calendar-day.tsx'
import { type DayQuestion, lookOf } from './day-look.ts'

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
