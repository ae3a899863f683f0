import { type AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { StatusTag, statusClass, statusLabel } from '../../ui/tag.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { OUTCOMES, TripTag } from '../bookings/trip-outcome.tsx'

export const STATUSES = ['PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED'] as const

interface StatusSelectProps {
  booking: AdminBooking
  onChange: (status: BookingStatus) => void
}

/** On a phone it only says the status: there, one slip would ask to cancel. */
export function StatusCell({ booking, onChange }: StatusSelectProps) {
  const { status, outcome } = booking
  if (!useMedia('(max-width: 700px)')) return <StatusSelect booking={booking} onChange={onChange} />
  return outcome === 'CALLED_OFF' || outcome === 'NO_SHOW' ? <TripTag {...booking} /> : <StatusTag status={status} />
}

/** Changes any status to any other, in the status's color. One that is called off or a no-show says that instead. */
export function StatusSelect({ booking, onChange }: StatusSelectProps) {
  const { status: now, outcome } = booking
  const look = outcome === 'CALLED_OFF' ? 'CANCELLED' : outcome === 'NO_SHOW' ? 'CLOSED' : now
  return (
    <select
      className={statusClass(look)}
      aria-label={`Status of ${fullName(booking)}, ${booking.confirmationNumber}`}
      value={now}
      onChange={({ target }) => onChange(BookingStatus.parse(target.value))}
    >
      {STATUSES.map((status) => (
        <option key={status} value={status}>
          {status === now && look !== now ? OUTCOMES[outcome!] : statusLabel(status)}
        </option>
      ))}
    </select>
  )
}
