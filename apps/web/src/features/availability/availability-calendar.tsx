import type { BookingConfig } from '@arcadia/contract/configuration'
import { formatMonth, type TripDate } from '@arcadia/contract/trip-date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import './availability-calendar.css'
import { firstDayOf, type Month, monthOf, monthsToShow } from '../../ui/calendar/calendar-month.ts'
import { useDaysAround } from './availability.queries.ts'
import { CalendarGrid, CalendarLegend } from './calendar-grid.tsx'
import { DayExplanation } from './day-explanation.tsx'
import { lookOf } from './day-look.ts'
import { useCalendarCursor } from './use-calendar-cursor.ts'
import { useFirstOpenMonth } from './use-first-open-month.ts'
import { useVenueToday } from './venue-today.ts'

interface AvailabilityCalendarProps {
  selected: TripDate | null
  /** Called only with a date that can be booked. */
  onSelect: (date: TripDate) => void
  /** A group that needs its spots together. */
  guests?: number
  /** The date of the booking that is being moved. */
  ownDate?: TripDate
  /** That booking is a guest's, and the owner moves it. */
  isGuests?: boolean
  /** Opens with the explanation of this date, which cannot be had. */
  lostDate?: TripDate | null
  /** Whether the figures of the month that is shown could not be loaded. */
  onFailure?: (hasFailed: boolean) => void
  /** What else to offer for a day that others have taken. */
  wayOutOf?: (date: TripDate) => ReactNode
}

/** A month of mornings, each saying how many spots it has left or why it cannot be had, kept up to date. */
export function AvailabilityCalendar(props: AvailabilityCalendarProps) {
  const rules = useBookingConfig()
  // What it stands in is shown first: who pressed a button sees at once that it was pressed.
  const isItsTurn = useDeferredValue(true, false)
  // Kept: a first date that is picked must not take another calendar in, without the focus.
  const [startAt] = useState(props.selected ?? props.ownDate ?? props.lostDate)
  if (!rules || !isItsTurn) return <Loading />
  return startAt ? (
    <Calendar {...props} rules={rules} openingAt={monthOf(startAt)} />
  ) : (
    <CalendarAtFirstOpenMonth {...props} rules={rules} />
  )
}

/** Opens at the first month with a free date, however many full months come before it. */
function CalendarAtFirstOpenMonth(props: AvailabilityCalendarProps & { rules: BookingConfig }) {
  const openingAt = useFirstOpenMonth(props.rules, props.guests)
  return openingAt ? <Calendar {...props} openingAt={openingAt} /> : <Loading />
}

function Calendar({
  selected,
  onSelect,
  guests,
  ownDate,
  isGuests,
  lostDate = null,
  onFailure,
  wayOutOf,
  rules,
  openingAt,
}: AvailabilityCalendarProps & { rules: BookingConfig; openingAt: Month }) {
  const today = useVenueToday()
  const months = monthsToShow(today, rules)
  const cursor = useCalendarCursor(openingAt, months)
  const { days, error, retry } = useDaysAround(cursor.month, months)
  const question = { today, rules, days, guests, ownDate, isGuests }
  const [pointed, setPointed] = useState<TripDate | null>(null)
  const [asked, setAsked] = useState(lostDate)
  const labelId = useId()
  const hasFailed = error !== null
  const reportFailure = useEffectEvent(() => onFailure?.(hasFailed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => reportFailure(), [hasFailed])

  const isLost = (date: TripDate | null) =>
    date !== null && days[date] !== undefined && !lookOf(date, question).isSelectable
  const explained = isLost(asked) ? asked : isLost(selected) ? selected : null

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
      {error ? (
        // The days are not drawn: without their figures they would look as if they were still loading, or all taken.
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
            wayOut={wayOutOf?.(explained)}
            onClose={asked ? () => setAsked(null) : undefined}
          />
        )}
      </div>
      {!explained && !error && (
        <p className="cal__say">
          {(pointed && lookOf(pointed, question).sentence) || 'Each morning shows how many spots are left.'}
        </p>
      )}
      {!error && <CalendarLegend />}
    </div>
  )
}
