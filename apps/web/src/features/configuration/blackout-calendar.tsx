import './blackout-calendar.css'
import { formatFullDate, formatMonth, type TripDate, weekdayOf } from '@arcadia/contract/trip-date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  addMonths,
  dateAfterEvent,
  firstDayOf,
  type Month,
  monthOf,
  sameDayIn,
  weeksOf,
} from '../../ui/calendar/calendar-month.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Draft } from './configuration-draft.ts'

interface BlackoutCalendarProps {
  draft: Pick<Draft, 'seasonStart' | 'seasonEnd' | 'closedDays' | 'blackoutDates'>
  onChange: (dates: TripDate[]) => void
}

/** The season's months, in this year or another. A press toggles whether the guide is away that day. */
export function BlackoutCalendar({ draft, onChange }: BlackoutCalendarProps) {
  const { seasonStart, seasonEnd, blackoutDates } = draft
  const months = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState({ date: seasonStart, takesFocus: false })
  const [years, setYears] = useState(0)
  const shown = monthsOf(addMonths(monthOf(seasonStart), 12 * years), addMonths(monthOf(seasonEnd), 12 * years))
  useEffect(() => {
    const day = months.current?.querySelector<HTMLElement>(`[data-date="${cursor.date}"]`)
    if (cursor.takesFocus) day?.focus()
    // On a phone only the row of months scrolls sideways, not the page.
    else if (day && months.current) months.current.scrollLeft = day.closest('section')?.offsetLeft ?? 0
  }, [cursor])

  function onKeyDown(event: KeyboardEvent) {
    const to = dateAfterEvent(event)
    if (!to || !shown.includes(monthOf(to))) return
    event.preventDefault()
    setCursor({ date: to, takesFocus: true })
  }
  function press(date: TripDate) {
    setCursor({ date, takesFocus: true })
    onChange(
      blackoutDates.includes(date)
        ? blackoutDates.filter((other) => other !== date)
        : [...blackoutDates, date].toSorted(),
    )
  }
  function turn(by: number) {
    setYears(years + by)
    setCursor({ date: sameDayIn(addMonths(monthOf(cursor.date), 12 * by), cursor.date), takesFocus: false })
  }

  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <IconButton icon={ChevronLeft} label="Previous year" onClick={() => turn(-1)} />
        <h3 className="min-w-[4ch] text-center font-[660] text-[1.25rem]/none" aria-live="polite">
          {[...new Set([shown[0], shown.at(-1)].map((month) => month?.slice(0, 4)))].join(' and ')}
        </h3>
        <IconButton icon={ChevronRight} label="Next year" onClick={() => turn(1)} />
        <ul className="year__key ml-auto flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-small *:flex *:items-center *:gap-[0.4rem] max-[700px]:ml-0">
          <li className="year__k--season">Season</li>
          <li className="year__k--closed">Closed weekday</li>
          <li className="year__k--away">Away</li>
        </ul>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the days inside */}
      <div ref={months} className="year" onKeyDown={onKeyDown}>
        {shown.map((month) => (
          <BlackoutMonth key={month} month={month} draft={draft} tabStop={cursor.date} onPress={press} />
        ))}
      </div>
    </>
  )
}

function monthsOf(first: Month, last: Month): Month[] {
  return first > last ? [] : [first, ...monthsOf(addMonths(first, 1), last)]
}

const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']

interface BlackoutMonthProps {
  month: Month
  draft: Pick<Draft, 'seasonStart' | 'seasonEnd' | 'closedDays' | 'blackoutDates'>
  /** The only day in the tab order. */
  tabStop: TripDate
  onPress: (date: TripDate) => void
}

/** Days outside the season can be closed too, for when the season moves. */
function BlackoutMonth({ month, draft, tabStop, onPress }: BlackoutMonthProps) {
  const { seasonStart, seasonEnd, closedDays, blackoutDates } = draft
  return (
    <section aria-labelledby={`away-${month}`}>
      <h4 id={`away-${month}`}>{formatMonth(firstDayOf(month))}</h4>
      <div className="year__g">
        {WEEKDAYS.map((weekday) => (
          <abbr key={weekday} aria-hidden>
            {weekday}
          </abbr>
        ))}
        {weeksOf(month)
          .flat()
          .map((date, index) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: the blanks keep their order
            if (!date) return <span key={index} />
            const isAway = blackoutDates.includes(date)
            const isInSeason = date >= seasonStart && date <= seasonEnd
            const isClosed = isInSeason && closedDays.includes(weekdayOf(date))
            const what = `${isInSeason ? '' : ', outside the season'}${isClosed ? ', closed weekday' : ''}${isAway ? ', away' : ''}`
            return (
              <button
                key={date}
                type="button"
                data-date={date}
                tabIndex={date === tabStop ? 0 : -1}
                aria-pressed={isAway}
                aria-label={`${formatFullDate(date)}${what}`}
                className={classNames('year__d num', isInSeason && 'year__d--season', isClosed && 'year__d--closed')}
                onClick={() => onPress(date)}
              >
                {Number(date.slice(8))}
              </button>
            )
          })}
      </div>
    </section>
  )
}
