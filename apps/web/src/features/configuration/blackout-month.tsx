import { formatFullDate, formatMonth, type TripDate, weekdayOf } from '@arcadia/contract/trip-date'
import { firstDayOf, type Month, weeksOf } from '../../ui/calendar-month.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Draft } from './configuration-draft.ts'

const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']

interface BlackoutMonthProps {
  month: Month
  draft: Pick<Draft, 'seasonStart' | 'seasonEnd' | 'closedDays' | 'blackoutDates'>
  /** The one day that Tab reaches. */
  tabStop: TripDate
  onPress: (date: TripDate) => void
}

/** Any day can be closed, the season's or not: a season that is moved later meets what was closed before. */
export function BlackoutMonth({ month, draft, tabStop, onPress }: BlackoutMonthProps) {
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
            // biome-ignore lint/suspicious/noArrayIndexKey: the blanks do not move
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
