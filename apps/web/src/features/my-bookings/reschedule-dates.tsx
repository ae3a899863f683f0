import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { ArrowRight } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import { monthAndYear, weekday } from './manage-bookings.rules.ts'

/** The date a booking has and the one it gets. */
export function RescheduleDates({ from, to }: { from: TripDate; to: TripDate }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3">
      <DateTile label="From" date={from} />
      <ArrowRight className="size-6" strokeWidth={1.75} aria-hidden />
      <DateTile label="To" date={to} isNew />
    </div>
  )
}

function DateTile({ label, date, isNew = false }: { label: string; date: TripDate; isNew?: boolean }) {
  const quiet = isNew ? 'text-[#c6d0c3]' : 'text-ink-2'
  return (
    <p
      className={classNames(
        'num rounded-2 border px-2 pt-[0.85rem] pb-4 text-center leading-[1.3]',
        isNew ? 'border-bw-900 bg-bw-900 text-cream' : 'border-line-2 bg-card',
      )}
    >
      <span className={classNames('text-small', quiet)}>{label}</span>
      <time dateTime={date}>
        <span className="sr">{formatFullDate(date)}</span>
        <span aria-hidden>
          <b
            className={classNames(
              'mt-[0.3rem] mb-[0.4rem] block font-[400] font-display text-[3.5rem]/[0.9]',
              isNew ? 'text-straw' : 'line-through decoration-2',
            )}
          >
            {Number(date.slice(8))}
          </b>
          {weekday(date)}
          <small className={classNames('block text-small', quiet)}>{monthAndYear(date)}</small>
        </span>
      </time>
    </p>
  )
}
