import { formatMonth } from '@arcadia/contract/trip-date'
import { useSearchParams } from 'react-router'
import { useVenueToday } from '../../api/venue-today.ts'
import type { ListControls } from '../../list/use-list-state.ts'
import { addMonths, firstDayOf, type Month, monthOf } from '../../ui/calendar/calendar-month.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { periodQuery, readPeriod } from './bookings-period.ts'

const ONLY = { UNPAID: 'Balance due', REFUNDED: 'Refunded', WAIVER_MISSING: 'Waiver missing' } as const
type Only = keyof typeof ONLY

const PERIODS = { upcoming: 'Upcoming', past: 'Past', all: 'All dates' }

/**
 * The bookings list's filters other than status and search, kept in the address. Shows upcoming trips by default, without
 * canceled ones, but all dates while searching or looking for overdue balances.
 */
export function useBookingsFilter<Status extends string, Sort extends string>(list: ListControls<Status, Sort>) {
  const today = useVenueToday()
  const [params] = useSearchParams()
  const { status, q, sort } = list.list
  const usual = q.trim() || status === 'OVERDUE' ? 'all' : 'upcoming'
  const period = readPeriod(params.get('period')) ?? usual
  const only = (Object.keys(ONLY) as Only[]).find((name) => name.toLowerCase() === params.get('only'))
  const window = periodQuery(period, today)
  return {
    list: {
      ...list,
      isFiltered: list.isFiltered || period !== 'all' || only !== undefined,
      showAll: () => list.change({ status: 'all', q: '', period: 'all', only: '' }),
    },
    narrowed: {
      ...window,
      ...(period === 'upcoming' && status === 'all' && !only && { status: 'NOT_CANCELLED' as const }),
      only,
      sort: sort ?? window.sort,
    },
    /** No filter is set. */
    isUsual: period === 'upcoming' && !only && !list.isFiltered,
    order: window.sort === 'date' ? 'Soonest first' : 'Latest first',
    filters: {
      count: [period !== usual, only].filter(Boolean).length,
      fields: (
        <>
          <PeriodSelect period={period} onChange={(chosen) => list.change({ period: chosen, id: undefined })} />
          <select
            className="input"
            aria-label="Balance, refund or waiver"
            value={only ?? ''}
            onChange={({ target }) => list.change({ only: target.value.toLowerCase(), id: undefined })}
          >
            <option value="">Any balance or waiver</option>
            {Object.entries(ONLY).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </>
      ),
    },
  }
}

/** Also offers the months of the season. */
function PeriodSelect({ period, onChange }: { period: string; onChange: (period: string) => void }) {
  const config = useBookingConfig()
  const months: Month[] = config ? monthsFrom(monthOf(config.seasonStart), monthOf(config.seasonEnd)) : []
  const isOther = !(period in PERIODS) && !months.includes(period)
  return (
    <select className="input" aria-label="Trip dates" value={period} onChange={({ target }) => onChange(target.value)}>
      {Object.entries(PERIODS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {[...(isOther ? [period] : []), ...months].map((month) => (
        <option key={month} value={month}>
          {formatMonth(firstDayOf(month))}
        </option>
      ))}
    </select>
  )
}

function monthsFrom(first: Month, last: Month): Month[] {
  return first > last ? [] : [first, ...monthsFrom(addMonths(first, 1), last)]
}
