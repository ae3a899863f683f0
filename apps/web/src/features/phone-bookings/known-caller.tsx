import { type Caller, listCallers } from '@arcadia/contract/admin/phone-bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatDate, formatMonth, type TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { Button } from '../../ui/button.tsx'

/** This many digits make a complete number. */
const DIGITS = 10

interface KnownCallerProps {
  phone: string
  chosen: Caller | undefined
  onChoose: (caller: Caller | undefined) => void
}

/** Earlier customers with this number; the owner decides whether it is the same person (docs/rules.md §19.6). */
export function KnownCaller({ phone, chosen, onChoose }: KnownCallerProps) {
  const today = useVenueToday()
  const typed = useDeferredValue(phone.trim())
  const isWhole = typed.replace(/\D/g, '').length >= DIGITS
  const found = useQuery({ ...queryOf(listCallers, { query: { phone: typed } }), enabled: isWhole })
  if (chosen)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui" role="status">
        <span className="min-w-0 wrap-anywhere">
          Booked for {nameOf(chosen)}, who {wasHere(chosen.lastTrip, today)}
          {chosen.email === null && ' (no email)'}.
        </span>
        <Button size="sm" onClick={() => onChoose(undefined)}>
          Someone else
        </Button>
      </p>
    )
  if (!isWhole || !found.data?.length) return null
  return (
    <ul className="grid gap-2 text-ui" aria-label="Known callers" ref={showWhole}>
      {found.data.map((caller) => (
        <li key={caller.customerId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
            Looks like <b>{nameOf(caller)}</b>, who {wasHere(caller.lastTrip, today)}. Same person?
          </span>
          <Button size="sm" onClick={() => onChoose(caller)}>
            Yes<span className="sr"> {nameOf(caller)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** On a phone it would be below the fold while typing the number. */
const showWhole = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

const nameOf = ({ firstName, lastName }: Caller) => fullName({ firstName, lastName })

const wasHere = (trip: TripDate, today: TripDate) =>
  trip < today ? `was here in ${formatMonth(trip)}` : `is booked for ${formatDate(trip)}`
