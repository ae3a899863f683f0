import type { DayAvailability } from '@arcadia/contract/availability'
import type { BookingConfig } from '@arcadia/contract/configuration'
import type { CurrentHold } from '@arcadia/contract/holds'
import { formatMonth, type TripDate } from '@arcadia/contract/trip-date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import './availability-calendar.css'
import { useVenueToday } from '../../api/venue-today.ts'
import { firstDayOf, type Month, monthOf, monthsOfSeason, monthsToShow } from '../../ui/calendar/calendar-month.ts'
import { useDaysAround } from './availability.queries.ts'
import { CalendarGrid, CalendarLegend } from './calendar-grid.tsx'
import { DayExplanation } from './day-explanation.tsx'
import { forHolder, lookOf } from './day-look.ts'
import { useCalendarCursor } from './use-calendar-cursor.ts'
import { useFirstOpenMonth } from './use-first-open-month.ts'

interface AvailabilityCalendarProps {
  selected: TripDate | null
  /** Only called with bookable dates. */
  onSelect: (date: TripDate) => void
  /** The number of spots that must be free together. */
  guests?: number
  /** The group wants the morning to itself. */
  isPrivate?: boolean
  /** The date of the booking being moved. */
  ownDate?: TripDate
  /** What the customer holds: free for them. */
  hold?: CurrentHold | null | undefined
  /** The owner is moving a guest's booking. */
  isGuests?: boolean
  /** Today and spots that others only hold can be picked too, about which staff is asked. */
  byStaff?: boolean
  /** An owner's test need not wait for the opening. */
  beforeOpening?: boolean | undefined
  /** Guests can't book anything; the sentence that says so stands above. */
  isClosed?: boolean
  /** Opens with the explanation of this unavailable date. */
  lostDate?: TripDate | null
  /** Reports whether loading the shown month failed. */
  onFailure?: (hasFailed: boolean) => void
  /** An extra way out for a day that others have taken. */
  wayOutOf?: (date: TripDate, day: DayAvailability) => ReactNode
}

/** A live calendar month: each morning shows its spots left or why it's unavailable. */
export function AvailabilityCalendar(props: AvailabilityCalendarProps) {
  const rules = useBookingConfig()
  // Render the surroundings first, so that a press shows immediately.
  const isItsTurn = useDeferredValue(true, false)
  // Fixed at mount: picking a first date must not remount the calendar and lose the focus.
  const [startAt] = useState(props.selected ?? props.ownDate ?? props.lostDate)
  if (!rules || !isItsTurn) return <Loading />
  return startAt ? (
    <Calendar {...props} rules={rules} openingAt={monthOf(startAt)} />
  ) : (
    <CalendarAtFirstOpenMonth {...props} rules={rules} />
  )
}

/** Opens at the first month with a free date, past any full months. */
function CalendarAtFirstOpenMonth(props: AvailabilityCalendarProps & { rules: BookingConfig }) {
  const openingAt = useFirstOpenMonth(props.rules, props)
  return openingAt ? <Calendar {...props} openingAt={openingAt} /> : <Loading />
}

interface SeasonMonthsProps {
  months: readonly Month[]
  shown: Month
  onTurn: (month: Month) => void
}

/** Every month of the season, one press away. */
function SeasonMonths({ months, shown, onTurn }: SeasonMonthsProps) {
  if (months.length < 3) return null
  return (
    <ul className="cal__months" aria-label="Months of the season">
      {months.map((month) => (
        <li key={month}>
          <button type="button" aria-pressed={month === shown} onClick={() => onTurn(month)}>
            {formatMonth(firstDayOf(month)).slice(0, 3)}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Calendar({
  selected,
  onSelect,
  guests = 1,
  isPrivate,
  ownDate,
  hold,
  isGuests,
  byStaff,
  beforeOpening,
  isClosed = false,
  lostDate = null,
  onFailure,
  wayOutOf,
  rules,
  openingAt,
}: AvailabilityCalendarProps & { rules: BookingConfig; openingAt: Month }) {
  const today = useVenueToday()
  const months = monthsToShow(today, rules)
  const season = monthsOfSeason(today, rules)
  const cursor = useCalendarCursor(openingAt, months)
  const { days: all, error, retry } = useDaysAround(cursor.month, season)
  const days = forHolder(all, hold, rules)
  const question = { today, rules, days, guests, isPrivate, ownDate, isGuests, byStaff, beforeOpening }
  const [pointed, setPointed] = useState<TripDate | null>(null)
  const [asked, setAsked] = useState(lostDate)
  const labelId = useId()
  const hasFailed = error !== null
  const reportFailure = useEffectEvent(() => onFailure?.(hasFailed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports changes only
  useEffect(() => reportFailure(), [hasFailed])

  function isLost(date: TripDate | null) {
    if (date === null || days[date] === undefined) return false
    const { isSelectable, state } = lookOf(date, question)
    return !isSelectable && state !== 'soon'
  }
  const lost = isLost(asked) ? asked : isLost(selected) ? selected : null
  // What is said of a day goes when another month is turned to.
  const isInMonth = (date: TripDate | null) => date !== null && monthOf(date) === cursor.month
  const explained = isInMonth(lost) ? lost : null

  function choose(date: TripDate) {
    setAsked(null)
    cursor.goTo(date, { takesFocus: false })
    onSelect(date)
  }

  function press(date: TripDate) {
    const look = lookOf(date, question)
    if (look.isSelectable) return choose(date)
    cursor.goTo(date, { takesFocus: false })
    setPointed(date)
    setAsked(look.hasExplanation && date !== asked ? date : null)
  }

  return (
    <div className="cal">
      <div className="cal__h">
        <IconButton
          icon={ChevronLeft}
          label="Previous month"
          aria-disabled={!cursor.previous}
          onClick={cursor.previous}
        />
        <h3 id={labelId} aria-live="polite">
          {formatMonth(firstDayOf(cursor.month))}
        </h3>
        <IconButton icon={ChevronRight} label="Next month" aria-disabled={!cursor.next} onClick={cursor.next} />
      </div>
      <SeasonMonths months={season} shown={cursor.month} onTurn={cursor.turnTo} />
      {error ? (
        // Hide the days: without figures they would look as if still loading, or all taken.
        <TryAgainBanner error={error} onRetry={retry} />
      ) : (
        <CalendarGrid
          ref={cursor.grid}
          {...{ labelId, question, selected, explained }}
          month={cursor.month}
          cursor={cursor.date}
          onKeyDown={cursor.onKeyDown}
          onPress={press}
          onPoint={setPointed}
        />
      )}
      <div role="status">
        {explained && (
          <DayExplanation
            date={explained}
            question={question}
            onChoose={choose}
            wayOut={wayOutOf?.(explained, days[explained]!)}
            onClose={asked ? () => setAsked(null) : undefined}
          />
        )}
      </div>
      {!error && !isClosed && <CalendarLegend guests={guests} />}
      {!explained && !error && (
        // A space: text that leaves while the focus moves on would draw it to the dialog.
        <p className="cal__say">{(pointed && isInMonth(pointed) && lookOf(pointed, question).sentence) || ' '}</p>
      )}
    </div>
  )
}
