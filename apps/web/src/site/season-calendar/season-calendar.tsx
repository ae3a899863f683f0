import type { BookingConfig } from '@arcadia/contract/configuration'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { useDialogs } from '../../dialogs.ts'
import { useDaysOf } from '../../features/availability/availability.queries.ts'
import { lookOf } from '../../features/availability/day-look.ts'
import { NoOpenMorning, useOpening, useSoldOut } from '../../features/availability/no-open-morning.tsx'
import { useBookingConfig } from '../../features/configuration/configuration.queries.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { weeksOf } from '../../ui/calendar/calendar-month.ts'
import { EnquireAction } from '../landing/enquire-action.tsx'
import './season-calendar.css'
import { SeasonKey } from './season-calendar-key.tsx'
import { shownDateAfterKey } from './season-calendar-keys.ts'
import { opensDialog, SeasonMonth } from './season-calendar-month.tsx'
import { beginningOf, monthsOfSeason } from './season-calendar-months.ts'

interface SeasonCalendarProps {
  waiting: ReactNode
  /** Gives the sentence to read instead of "Pick one to book it." while no morning is open. */
  onSoldOut: (instead: ReactNode) => void
}

/** Every month of the season with live availability; a bookable morning opens the booking dialog. */
export function SeasonCalendar({ waiting, onSoldOut }: SeasonCalendarProps) {
  const rules = useBookingConfig()
  const today = useVenueToday()
  if (!rules) return waiting
  const first = beginningOf(rules.seasonStart, today)
  if (first > rules.seasonEnd) return <SeasonOver />
  return <Season {...{ rules, today, first, onSoldOut }} />
}

interface SeasonProps extends Pick<SeasonCalendarProps, 'onSoldOut'> {
  rules: BookingConfig
  today: TripDate
  first: TripDate
}

function Season({ rules, today, first, onSoldOut }: SeasonProps) {
  const { openBooking } = useDialogs()
  const { user } = useSession()
  const isShown = (date: TripDate | null) => date !== null && date >= first && date <= rules.seasonEnd
  const months = monthsOfSeason(first, rules.seasonEnd).map(({ month }) => ({
    month,
    weeks: weeksOf(month)
      .map((week) => week.map((date) => (isShown(date) ? date : null)))
      .filter((week) => week.some(isShown)),
  }))
  const { days, error, retry } = useDaysOf(months.map(({ month }) => month))
  const dates = months.flatMap(({ weeks }) => weeks.flat()).filter((date) => date !== null)
  const opens = useOpening()
  const looks = new Map(dates.map((date) => [date, lookOf(date, { today, rules, days, beforeOpening: user?.isTest })]))

  const soldOut = useSoldOut()
  useEffect(() => {
    onSoldOut(
      soldOut && !opens ? (
        <>
          <NoOpenMorning canWait={soldOut === 'full'} /> <EnquireAction />
        </>
      ) : undefined,
    )
  }, [soldOut, opens, onSoldOut])

  /** Under the pointer, otherwise focused. */
  const [pointed, setPointed] = useState<TripDate | null>(null)
  /** The last focused day. */
  const [visited, setVisited] = useState<TripDate | null>(null)
  const isSelectable = (date: TripDate) => looks.get(date)?.isSelectable ?? false
  const tabStop = visited && looks.has(visited) ? visited : (dates.find(isSelectable) ?? dates[0])

  function press(date: TripDate) {
    if (isSelectable(date)) openBooking({ date })
    // Taken by others, or not open yet: the dialog explains it and offers the waitlist, or to enquire.
    else if (opensDialog(looks.get(date)!)) openBooking({ lostDate: date })
    else setPointed(date)
  }

  function onKeyDown(event: KeyboardEvent) {
    const from = (event.target as HTMLElement).dataset.date
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return
    const to = shownDateAfterKey(from, event.key, dates)
    if (!to) return
    event.preventDefault()
    document.querySelector<HTMLElement>(`.morning[data-date="${to}"]`)?.focus()
  }

  if (error && Object.keys(days).length === 0) return <SeasonUnknown onRetry={retry} />
  return (
    <>
      {months.map(({ month, weeks }) => (
        <SeasonMonth
          key={month}
          {...{ month, weeks, looks, days, today, tabStop, onKeyDown }}
          capacity={rules.maxCapacity}
          onPress={press}
          onPoint={setPointed}
          onVisit={setVisited}
        />
      ))}
      <SeasonKey
        capacity={rules.maxCapacity}
        sentence={pointed ? looks.get(pointed)?.sentence : undefined}
        opens={opens}
        isSoldOut={soldOut !== undefined}
        error={error}
        onRetry={retry}
      />
    </>
  )
}

/** Shows no days: nothing is known, and empty days would look taken. */
function SeasonUnknown({ onRetry }: { onRetry: () => void }) {
  const { openBooking } = useDialogs()
  return (
    <div className="season__over" role="alert">
      <p className="lead">We couldn't load the open mornings.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRetry}>Try again</Button>
        <Button variant="text" onClick={() => openBooking()}>
          Book Now
        </Button>
      </div>
    </div>
  )
}

function SeasonOver() {
  const { openEnquiry } = useDialogs()
  return (
    <div className="season__over">
      <p className="lead">This season is over and the next one isn't open yet. Tell us when you'd like to come.</p>
      <Button onClick={openEnquiry}>Enquire Now</Button>
    </div>
  )
}
