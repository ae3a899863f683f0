import { portal } from '@arcadia/contract/addresses'
import { anglers } from '@arcadia/contract/riders'
import './season.css'
import { getSeasonFill, type SeasonFill } from '@arcadia/contract/admin/dashboard'
import { spotsLeft } from '@arcadia/contract/availability'
import {
  addDays,
  datesBetween,
  formatDayInWords,
  formatShortDate,
  type TripDate,
  weekdayOf,
} from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { lastKnownOf } from '../../api/last-known.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { Box } from '../../ui/box.tsx'
import { dateAfterEvent, WEEKDAYS } from '../../ui/calendar/calendar-month.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Fold, useIsPhone } from './fold.tsx'

const FULL = 4

/** One row per week; the greener a day, the more anglers it has. Arrow keys move as in the site's other calendars. */
function SeasonHeat({ season }: { season: SeasonFill }) {
  const today = useVenueToday()
  const dates = datesBetween(season.seasonStart, season.seasonEnd)
  const [visited, setVisited] = useState<TripDate | null>(null)
  const tabStop = visited && dates.includes(visited) ? visited : (dates.find((date) => date >= today) ?? dates[0])

  function onKeyDown(event: KeyboardEvent) {
    const to = dateAfterEvent(event)
    if (!to || !dates.includes(to)) return
    event.preventDefault()
    document.querySelector<HTMLElement>(`.heat [data-date="${to}"]`)?.focus()
  }

  const heat = (
    <>
      <p
        className="mb-2 flex items-center gap-0.5 text-ink-2 text-small [&_i:first-of-type]:ml-2 [&_i:last-of-type]:mr-2 [&_i]:h-4 [&_i]:w-6"
        aria-hidden
      >
        Free
        {[0, 1, 2, 3, FULL].map((step) => (
          <i key={step} data-step={step} />
        ))}
        Full
      </p>
      <table className="heat">
        <caption className="sr">Anglers booked each day. Tap a day to open its day sheet.</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {sundaysOf(season).map((sunday) => (
            <tr key={sunday}>
              <th scope="row" className="num">
                {formatShortDate(sunday).slice(5)}
              </th>
              {WEEKDAYS.map((name, weekday) => {
                const date = addDays(sunday, weekday)
                return (
                  <td key={name}>
                    {dates.includes(date) && (
                      <Day {...{ season, date }} isTabStop={date === tabStop} onVisit={() => setVisited(date)} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
  return useIsPhone() ? (
    <Fold summary="How full the season is" className="season-heat">
      <div className="box">{heat}</div>
    </Fold>
  ) : (
    <Box title="How full the season is" className="season-heat">
      {heat}
    </Box>
  )
}

interface DayProps {
  season: SeasonFill
  date: TripDate
  isTabStop: boolean
  onVisit: () => void
}

function Day({ season, date, isTabStop, onVisit }: DayProps) {
  const { maxCapacity, closedDays, blackoutDates } = season
  const { anglers: count = 0, isPrivate = false } = season.days.find((day) => day.date === date) ?? {}
  const rest = closedDays.includes(weekdayOf(date)) ? 'closed' : blackoutDates.includes(date) ? 'away' : undefined
  const isResting = rest !== undefined && count === 0
  const isFull = isPrivate || spotsLeft(season, { booked: count, held: 0 }) === 0
  const words = isResting
    ? rest
    : isFull
      ? `${isPrivate ? 'private' : 'full'}, ${anglers(count)}`
      : `${count} of ${maxCapacity} anglers`
  return (
    <Link
      to={portal.dashboard.daySheet.href({ date })}
      className="num"
      data-date={date}
      data-step={isResting ? 'rest' : isFull ? FULL : Math.ceil((count / maxCapacity) * FULL)}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${formatDayInWords(date)}: ${words}`}
      onFocus={onVisit}
    >
      {isResting ? '' : isFull ? 'full' : count}
    </Link>
  )
}

/** The Sundays that start the season's weeks. */
function sundaysOf({ seasonStart, seasonEnd }: SeasonFill): TripDate[] {
  const first = addDays(seasonStart, -weekdayOf(seasonStart))
  return datesBetween(first, seasonEnd).filter((date) => weekdayOf(date) === 0)
}

/** The whole season, and how full each day is. */
export function Season() {
  return (
    <Loaded query={useQuery(lastKnownOf(getSeasonFill, {}))} height="h-60" isQuiet>
      {(season) => <SeasonHeat season={season} />}
    </Loaded>
  )
}
