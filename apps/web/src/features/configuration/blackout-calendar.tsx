import { formatFullDate, formatMonth, type TripDate, weekdayOf } from '@arcadia/contract/trip-date'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addMonths, dateAfterKey, firstDayOf, type Month, monthOf, weeksOf } from '../../calendar-month.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Draft } from './configuration-draft.ts'

const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']

interface BlackoutCalendarProps {
  draft: Pick<Draft, 'seasonStart' | 'seasonEnd' | 'closedDays' | 'blackoutDates'>
  onChange: (dates: TripDate[]) => void
}

/** The season's months: a press on a day says that the guide is away, another that he is there. Arrow keys move. */
export function BlackoutCalendar({ draft, onChange }: BlackoutCalendarProps) {
  const { seasonStart, seasonEnd, closedDays, blackoutDates } = draft
  const root = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<{ date: TripDate; takesFocus: boolean }>({
    date: seasonStart,
    takesFocus: false,
  })
  const tabStop = cursor.date < seasonStart || cursor.date > seasonEnd ? seasonStart : cursor.date
  useEffect(() => {
    if (cursor.takesFocus) root.current?.querySelector<HTMLElement>(`[data-date="${cursor.date}"]`)?.focus()
  }, [cursor])

  function onKeyDown(event: KeyboardEvent) {
    const from = (event.target as HTMLElement).dataset.date
    const to = from && !event.altKey && !event.ctrlKey && !event.metaKey ? dateAfterKey(from, event.key) : undefined
    if (!to) return
    event.preventDefault()
    if (to >= seasonStart && to <= seasonEnd) setCursor({ date: to, takesFocus: true })
  }
  function press(date: TripDate) {
    setCursor({ date, takesFocus: false })
    onChange(
      blackoutDates.includes(date)
        ? blackoutDates.filter((other) => other !== date)
        : [...blackoutDates, date].toSorted(),
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the days inside
    <div ref={root} className="year" onKeyDown={onKeyDown}>
      {monthsOf(seasonStart, seasonEnd).map((month) => (
        <section key={month} aria-labelledby={`away-${month}`}>
          <h3 id={`away-${month}`}>{formatMonth(firstDayOf(month))}</h3>
          <div className="year__g">
            {WEEKDAYS.map((weekday) => (
              <abbr key={weekday} aria-hidden>
                {weekday}
              </abbr>
            ))}
            {weeksOf(month)
              .flat()
              .map((date, index) => {
                if (!date || date < seasonStart || date > seasonEnd) return <span key={date ?? index} />
                const isAway = blackoutDates.includes(date)
                const isClosed = closedDays.includes(weekdayOf(date))
                return (
                  <button
                    key={date}
                    type="button"
                    data-date={date}
                    tabIndex={date === tabStop ? 0 : -1}
                    aria-pressed={isAway}
                    aria-label={`${formatFullDate(date)}${isClosed ? ', closed weekday' : ''}${isAway ? ', away' : ''}`}
                    className={classNames('year__d num', isClosed && 'year__d--closed')}
                    onClick={() => press(date)}
                  >
                    {Number(date.slice(8))}
                  </button>
                )
              })}
          </div>
        </section>
      ))}
    </div>
  )
}

function monthsOf(start: TripDate, end: TripDate): Month[] {
  const months: Month[] = []
  for (let month = monthOf(start); month <= monthOf(end) && months.length < 13; month = addMonths(month, 1))
    months.push(month)
  return months
}
