import type { BookingConfig } from '@arcadia/contract/configuration'
import { formatMonth, type TripDate } from '@arcadia/contract/trip-date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import './availability-calendar.css'
import { firstDayOf, monthOf, monthsToShow, openingMonth } from '../../calendar-month.ts'
import { useDaysAround } from './availability.queries.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { CalendarLegend } from './calendar-legend.tsx'
import { DayExplanation } from './day-explanation.tsx'
import { lookOf } from './day-look.ts'
import { useCalendarCursor } from './use-calendar-cursor.ts'
import { useVenueToday } from './venue-today.ts'

interface AvailabilityCalendarProps {
  selected: TripDate | null
  /** Only ever called with a date that can be had. */
  onSelect: (date: TripDate) => void
  /** A party that needs its places together. */
  guests?: number
  /** The date of the booking that is being moved. */
  ownDate?: TripDate
  /** Opens with the explanation of this date, which cannot be had. */
  lostDate?: TripDate | null
  /** What else can be done about a day that was lost to others. */
  wayOutOf?: (date: TripDate) => ReactNode
}

/** A month of mornings, each saying how many places it has left or why it cannot be had, kept up to date. */
export function AvailabilityCalendar(props: AvailabilityCalendarProps) {
  const rules = useBookingConfig()
  if (rules) return <Calendar {...props} rules={rules} />
  return (
    <div className="loading">
      <Spinner />
    </div>
  )
}

function Calendar({
  selected,
  onSelect,
  guests,
  ownDate,
  lostDate = null,
  wayOutOf,
  rules,
}: AvailabilityCalendarProps & { rules: BookingConfig }) {
  const today = useVenueToday()
  const months = monthsToShow(today, rules)
  const startAt = selected ?? ownDate ?? lostDate
  const cursor = useCalendarCursor(startAt ? monthOf(startAt) : openingMonth(today, rules), months)
  const { days, error, retry } = useDaysAround(cursor.month, months)
  const question = { today, rules, days, guests, ownDate }
  const [pointed, setPointed] = useState<TripDate | null>(null)
  const [asked, setAsked] = useState(lostDate)
  const labelId = useId()

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
      {error && (
        <Banner className="mb-3">
          {error.message}{' '}
          <button type="button" className="lk" onClick={() => retry()}>
            Try again
          </button>
        </Banner>
      )}
      <CalendarGrid
        ref={cursor.grid}
        {...{ labelId, question, selected, explained }}
        month={cursor.month}
        hasFailed={error !== null}
        cursor={cursor.date}
        onKeyDown={cursor.onKeyDown}
        onPress={press}
        onPoint={setPointed}
      />
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
      {!explained && (
        <p className="cal__say">
          {(pointed && lookOf(pointed, question).sentence) || 'Each morning says how many spots are left.'}
        </p>
      )}
      <CalendarLegend />
    </div>
  )
}
