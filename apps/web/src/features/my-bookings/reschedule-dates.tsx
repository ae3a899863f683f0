import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { ArrowRight } from 'lucide-react'
import { monthAndYear, weekday } from './manage-bookings.rules.ts'

/** The date a booking has and the one it gets. */
export function RescheduleDates({ from, to }: { from: TripDate; to: TripDate }) {
  return (
    <div className="move">
      <DateTile label="From" date={from} />
      <ArrowRight className="size-6" strokeWidth={1.75} aria-hidden />
      <DateTile label="To" date={to} />
    </div>
  )
}

function DateTile({ label, date }: { label: string; date: TripDate }) {
  return (
    <p className="move__d num">
      <span>{label}</span>
      <time dateTime={date}>
        <span className="sr">{formatFullDate(date)}</span>
        <span aria-hidden>
          <b>{Number(date.slice(8))}</b>
          {weekday(date)}
          <small>{monthAndYear(date)}</small>
        </span>
      </time>
    </p>
  )
}
