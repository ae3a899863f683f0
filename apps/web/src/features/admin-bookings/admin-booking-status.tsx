import { type AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { statusClass, statusLabel } from '../../ui/tag.tsx'

export const STATUSES = ['PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED'] as const

interface StatusSelectProps {
  booking: AdminBooking
  onChange: (status: BookingStatus) => void
}

/** Changes any status to any other, in the status's color. */
export function StatusSelect({ booking, onChange }: StatusSelectProps) {
  return (
    <select
      className={statusClass(booking.status)}
      aria-label={`Status of ${fullName(booking)}, ${booking.confirmationNumber}`}
      value={booking.status}
      onChange={({ target }) => onChange(BookingStatus.parse(target.value))}
    >
      {STATUSES.map((status) => (
        <option key={status} value={status}>
          {statusLabel(status)}
        </option>
      ))}
    </select>
  )
}
