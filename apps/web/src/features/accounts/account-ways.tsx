import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { CalendarDays } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'

const WAYS = [
  { isNew: true, name: "I'm new here" },
  { isNew: false, name: 'I have an account' },
]

interface AccountWaysProps {
  /** Which form shows below. */
  isNew: boolean
  onOther: () => void
  /** The date being booked. */
  date: TripDate
}

/** Two equal choices, newcomer or customer: names the form below and links to the other. */
export function AccountWays({ isNew, onOther, date }: AccountWaysProps) {
  return (
    <>
      <p className="num flex items-center gap-3 text-ui">
        <CalendarDays className="icon text-ink-3" aria-hidden />
        <span>
          Your date: <strong>{formatFullDate(date)}</strong>
        </span>
      </p>
      <div className="grid grid-cols-2 gap-1 rounded-2 bg-bg-3 p-1 text-center text-ui leading-tight">
        {WAYS.map((way) =>
          way.isNew === isNew ? (
            <p key={way.name} className={classNames(CELL, 'bg-ink font-semibold text-bg')} aria-current="true">
              {way.name}
            </p>
          ) : (
            <button
              key={way.name}
              type="button"
              className={classNames(CELL, 'text-ink-2 hover:text-ink')}
              onClick={onOther}
            >
              {way.name}
            </button>
          ),
        )}
      </div>
    </>
  )
}

const CELL = 'grid min-h-11 place-items-center rounded-1 px-2 py-1'
