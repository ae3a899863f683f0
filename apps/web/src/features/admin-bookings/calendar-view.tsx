import { portal } from '@arcadia/contract/addresses'
import { getGuideCalendar, type Party } from '@arcadia/contract/admin/dashboard'
import type { Output } from '@arcadia/contract/endpoint'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { groupInWords } from '@arcadia/contract/riders'
import { formatMonth, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { lastKnownOf } from '../../api/last-known.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { useMay } from '../../session/use-may.ts'
import { addMonths, firstDayOf, monthOf, weeksOf } from '../../ui/calendar/calendar-month.ts'
import { MonthGrid } from '../../ui/calendar/month-grid.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OutcomeLine } from '../bookings/trip-outcome.tsx'
import { BookingsCalendar } from './bookings-calendar.tsx'

/** The calendar, as much of it as the signed-in person may see. */
export function CalendarView() {
  return useMay()('office') ? <BookingsCalendar /> : <GuideCalendar />
}

/** The number of anglers each day and the names for the next two weeks; days within reach link to their day sheet. */
function GuideCalendar() {
  const today = useVenueToday()
  const calendar = useQuery(lastKnownOf(getGuideCalendar, {}))
  const [month, setMonth] = useState(() => monthOf(today))
  const labelId = useId()
  const turn = (by: number) => setMonth(addMonths(month, by))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-3">
        <IconButton icon={ChevronLeft} label="Month before" onClick={() => turn(-1)} />
        <h2 id={labelId} className="font-[400] font-display text-[1.875rem]/none uppercase" aria-live="polite">
          {formatMonth(firstDayOf(month))}
        </h2>
        <IconButton icon={ChevronRight} label="Month after" onClick={() => turn(1)} />
      </div>
      <Loaded query={calendar} height="h-60" className="mb-4" isQuiet>
        {({ days, parties }) => {
          const isEmpty = !days.some(({ date }) => monthOf(date) === month)
          return (
            <>
              <MonthGrid isBusy={false} className="bcal" aria-labelledby={labelId} weeks={weeksOf(month)}>
                {(date) => (
                  <Day
                    date={date}
                    isToday={date === today}
                    day={days.find((day) => day.date === date)}
                    parties={parties.filter(({ selectedDate }) => selectedDate === date)}
                  />
                )}
              </MonthGrid>
              {isEmpty && <p className="muted mt-4">No trips this month.</p>}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type GuidesDay = Output<typeof getGuideCalendar>['days'][number]

interface DayProps {
  date: TripDate
  isToday: boolean
  /** Undefined without a trip. */
  day: GuidesDay | undefined
  /** Empty for days too far away. */
  parties: readonly Party[]
}

function Day({ date, isToday, day, parties }: DayProps) {
  const { anglers = 0, isPrivate = false, isCalledOff = false } = day ?? {}
  const name = (
    <>
      <span className="bcal__short">{Number(date.slice(8))}</span>
      <span className="bcal__long">{formatShortDate(date)}</span>
    </>
  )
  return (
    <div
      className={classNames('bcal__day', anglers === 0 && !isToday && 'bcal__day--quiet')}
      data-state={isCalledOff ? 'called-off' : 'open'}
    >
      <div className="bcal__h">
        {parties.length > 0 ? (
          <Link
            to={portal.dashboard.daySheet.href({ date })}
            className="num"
            aria-current={isToday ? 'date' : undefined}
            aria-label={`Day sheet, ${formatShortDate(date)}`}
          >
            {name}
          </Link>
        ) : (
          <span className="num">{name}</span>
        )}
        <span className="bcal__word num">
          {isCalledOff
            ? 'called off'
            : parties.length === 0 && anglers > 0
              ? groupInWords({ numberOfGuests: anglers, riders: 0, privateMorning: isPrivate })
              : isToday
                ? 'today'
                : ''}
        </span>
      </div>
      {parties.length > 0 && (
        <ul>
          {parties.map((party) => (
            <li key={party.id} data-status={party.status}>
              {fullName(party)}
              <span className="bcal__few num">
                {' '}
                {party.numberOfGuests}
                <span className="sr"> anglers</span>
              </span>
              <span className="bcal__more">
                {groupInWords(party)}
                {party.pendingAmount > 0 && `, ${formatCents(party.pendingAmount)} due`}
              </span>
              <OutcomeLine {...party} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
