import { portal } from '@arcadia/contract/addresses'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { BookingConfig } from '@arcadia/contract/configuration'
import { fullName } from '@arcadia/contract/full-name'
import { DEFAULT_PAGE_SIZE } from '@arcadia/contract/lists'
import { formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import {
  addDays,
  datesBetween,
  formatDate,
  formatMonth,
  formatShortDate,
  TripDate,
  weekdayOf,
} from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { RowLink } from '../../list/row-link.tsx'
import { SegmentedFilter } from '../../list/segmented-filter.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { addMonths, dateAfterEvent, firstDayOf, monthOf, weeksOf } from '../../ui/calendar/calendar-month.ts'
import { MonthGrid } from '../../ui/calendar/month-grid.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { useDaysOf } from '../availability/availability.queries.ts'
import { type DayLook, lookOf } from '../availability/day-look.ts'
import { OutcomeLine } from '../bookings/trip-outcome.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { AdminBookingPanel } from './admin-booking-panel.tsx'
import './bookings-calendar.css'
import { waitingUntil } from '../phone-bookings/pay-link.rules.ts'
import { useStatusChange } from './use-status-change.tsx'

const SPANS = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
] as const

/** Who comes on which day of a month or week; an agenda on a phone. The address holds the day and the span. */
export function BookingsCalendar() {
  const rules = useBookingConfig()
  return rules ? <Calendar rules={rules} /> : <Skeleton className="h-60 w-full" />
}

function Calendar({ rules }: { rules: BookingConfig }) {
  const today = useVenueToday()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { list, closeRow } = useListState()
  const { setStatus, refusal, dialog } = useStatusChange()
  const labelId = useId()

  const opening = [today, rules.seasonStart].toSorted().at(-1)!
  const date = TripDate.safeParse(params.get('date')).data ?? opening
  const isWeek = params.get('by') === 'week'
  const weeks = isWeek ? [weekOf(date)] : weeksOf(monthOf(date))
  const dates = weeks.flat().filter((one) => one !== null)
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const show = (to: TripDate, by = isWeek ? 'week' : 'month') =>
    navigate(portal.bookings.calendar.href({ date: to, by: by === 'week' ? by : undefined }), { replace: true })

  const trips = useQuery({
    ...queryOf(listAdminBookings, { query: { from: first, to: last, sort: 'date', size: DEFAULT_PAGE_SIZE } }),
    select: (answer) =>
      (Array.isArray(answer) ? answer : answer.content).filter(({ status }) => status !== 'CANCELLED'),
  })
  const { days, error, retry } = useDaysOf([...new Set(dates.map(monthOf))])

  const keys = useDayKeys(dates, (to) => show(to))
  function turn(by: number) {
    keys.leave()
    show(isWeek ? addDays(date, 7 * by) : firstDayOf(addMonths(monthOf(date), by)))
  }
  const tabStop = [keys.date, date, today].find((one) => one && dates.includes(one)) ?? first
  const cells = new Map(
    dates.map((one) => {
      const look = lookOf(one, { today, rules, days, beforeOpening: true })
      const parties = trips.data?.filter(({ selectedDate }) => selectedDate === one) ?? []
      const isCalledOff = parties.some(({ outcome }) => outcome === 'CALLED_OFF')
      return [one, { look: isCalledOff ? { ...look, ...CALLED_OFF } : look, parties }] as const
    }),
  )
  const isQuiet = (one: TripDate) => {
    const { look, parties } = cells.get(one)!
    return parties.length === 0 && one !== today && ['out', 'closed', 'loading'].includes(look.state)
  }
  const failed = trips.error ?? error

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-3">
        <IconButton icon={ChevronLeft} label={isWeek ? 'Week before' : 'Month before'} onClick={() => turn(-1)} />
        <h2 id={labelId} className="font-[400] font-display text-[1.875rem]/none uppercase" aria-live="polite">
          {isWeek ? `${formatShortDate(first).slice(5)} to ${formatDate(last).slice(5)}` : formatMonth(first)}
        </h2>
        <IconButton icon={ChevronRight} label={isWeek ? 'Week after' : 'Month after'} onClick={() => turn(1)} />
        <div className="ml-auto flex flex-wrap gap-3">
          {!dates.includes(opening) && (
            <Button onClick={() => show(opening)}>{opening === today ? 'Today' : 'Season start'}</Button>
          )}
          <SegmentedFilter
            label="Span"
            options={SPANS}
            value={isWeek ? 'week' : 'month'}
            onChange={(by) => show(date, by)}
          />
        </div>
      </div>
      {refusal.message && (
        <Banner className="mb-4" onDismiss={refusal.onDismiss}>
          {refusal.message}
        </Banner>
      )}
      {failed && (
        <TryAgainBanner
          className="mb-4"
          error={failed}
          onRetry={() => {
            if (trips.isError) void trips.refetch()
            retry()
          }}
        />
      )}
      <MonthGrid
        ref={keys.grid}
        className={classNames('bcal', isWeek && 'bcal--week')}
        aria-labelledby={labelId}
        isBusy={trips.isPending}
        onKeyDown={keys.onKeyDown}
        weeks={weeks}
      >
        {(one) => (
          <Day
            date={one}
            {...cells.get(one)!}
            isToday={one === today}
            isQuiet={isQuiet(one)}
            isTabStop={one === tabStop}
          />
        )}
      </MonthGrid>
      {trips.data && dates.every(isQuiet) && (
        <p className="muted mt-4">No trips and no open days {isWeek ? 'this week' : 'this month'}.</p>
      )}
      {list.id !== undefined && (
        <AdminBookingPanel
          key={list.id}
          id={list.id}
          known={trips.data?.find(({ id }) => id === list.id)}
          refusal={refusal}
          onStatus={setStatus}
          onClose={closeRow}
        />
      )}
      {dialog}
    </>
  )
}

const CALLED_OFF = { state: 'called-off', word: 'called off' } as const

interface DayProps {
  date: TripDate
  look: Omit<DayLook, 'state'> & { state: string }
  parties: readonly AdminBooking[]
  isToday: boolean
  /** Nothing happens on it, so the agenda leaves it out. */
  isQuiet: boolean
  /** The only day in the tab order. */
  isTabStop: boolean
}

function Day({ date, look, parties, isToday, isQuiet, isTabStop }: DayProps) {
  const word = look.state === 'out' ? (isToday ? 'today' : '') : look.word
  return (
    <div className={classNames('bcal__day', isQuiet && 'bcal__day--quiet')} data-state={look.state}>
      <div className="bcal__h">
        <Link
          to={portal.dashboard.daySheet.href({ date })}
          className="num"
          data-date={date}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isToday ? 'date' : undefined}
          aria-label={`Day sheet, ${formatShortDate(date)}`}
        >
          <span className="bcal__short">{Number(date.slice(8))}</span>
          <span className="bcal__long">{formatShortDate(date)}</span>
        </Link>
        <span className="bcal__word num">{word}</span>
      </div>
      {parties.length > 0 && (
        <ul>
          {parties.map((booking) => (
            <Party key={booking.id} booking={booking} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Party({ booking }: { booking: AdminBooking }) {
  const { id, firstName, lastName, status, packageType, depositUntil, outcome, pendingAmount: due } = booking
  return (
    <li data-status={status} className="opens">
      <RowLink id={id}>{fullName({ firstName, lastName })}</RowLink>
      <span className="bcal__few num">
        {' '}
        {booking.numberOfGuests}
        <span className="sr"> anglers</span>
      </span>
      <span className="bcal__more">
        {groupInWords(booking)}, {PACKAGES[packageType].name}
        {due > 0 && `, ${formatCents(due)} due`}
      </span>
      <OutcomeLine {...booking} />
      {status === 'PENDING' && outcome === 'ON' && (
        <b className="block text-warn">{depositUntil ? waitingUntil(depositUntil) : 'Pending'}</b>
      )}
    </li>
  )
}

const weekOf = (date: TripDate): TripDate[] => {
  const sunday = addDays(date, -weekdayOf(date))
  return datesBetween(sunday, addDays(sunday, 6))
}

/** Arrow keys move from day to day, even past the days shown. */
function useDayKeys(dates: readonly TripDate[], turnTo: (date: TripDate) => void) {
  const grid = useRef<HTMLTableElement>(null)
  const [date, setDate] = useState<TripDate>()
  const isShown = date !== undefined && dates.includes(date)
  useEffect(() => {
    if (isShown) grid.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus()
  }, [date, isShown])
  return {
    grid,
    date,
    leave: () => setDate(undefined),
    onKeyDown(event: KeyboardEvent) {
      const to = dateAfterEvent(event)
      if (!to) return
      event.preventDefault()
      setDate(to)
      if (!dates.includes(to)) turnTo(to)
    },
  }
}
