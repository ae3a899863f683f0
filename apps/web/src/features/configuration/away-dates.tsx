import { formatDate, type TripDate } from '@arcadia/contract/trip-date'
import { X } from 'lucide-react'
import { runsOf } from './date-runs.ts'

/** All dates the guide is away, in any year; a press reopens one. */
export function AwayDates({ dates, onChange }: { dates: readonly TripDate[]; onChange: (dates: TripDate[]) => void }) {
  if (dates.length === 0) return <p className="muted small">No days away yet.</p>
  return (
    <ul className="flex flex-wrap gap-2">
      {runsOf(dates).map(({ first, last }) => {
        const words = first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`
        return (
          <li key={first}>
            <button
              type="button"
              className="flex min-h-11 items-center gap-2 rounded-2 border border-line-2 px-3 py-[0.35rem] text-left text-small hover:border-ink hover:bg-bg-3"
              aria-label={`Reopen ${words}`}
              onClick={() => onChange(dates.filter((date) => date < first || date > last))}
            >
              <span className="num">{words}</span>
              <X className="icon" aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
