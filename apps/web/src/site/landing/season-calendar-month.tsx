import { formatMonth, type TripDate } from '@arcadia/contract/trip-date'
import { type KeyboardEvent, useId } from 'react'
import { firstDayOf, type Month } from '../../calendar-month.ts'
import type { DayLook, Days } from '../../features/availability/day-look.ts'
import { SeasonDay } from './season-calendar-day.tsx'
import { rampStep } from './season-calendar-ramp.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

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
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern for a calendar is a table that is a grid
        role="grid"
        aria-labelledby={titleId}
        aria-busy={weeks.flat().some((date) => date && looks.get(date)?.state === 'loading')}
        onKeyDown={events.onKeyDown}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks and the blanks in them do not move
            <tr key={row}>
              {week.map((date, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={column}>
                  {date && (
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
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
