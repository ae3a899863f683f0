import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { StatusTag } from '../../ui/tag.tsx'
import './booking-row.css'
import { anglers, PACKAGES } from './packages.ts'

export function BookingRow({ booking }: { booking: Booking }) {
  const { selectedDate, packageType, numberOfGuests, confirmationNumber, paidAmount, totalAmount, status } = booking
  return (
    <li className="bk">
      <time className="bk__d num" dateTime={selectedDate}>
        <span className="sr">{formatFullDate(selectedDate)}</span>
        <span aria-hidden>
          {Number(selectedDate.slice(8))}
          <small>{monthAndYear(selectedDate)}</small>
        </span>
      </time>
      <div className="min-w-0">
        <h2 className="font-strong">
          {PACKAGES[packageType].name} Package, {anglers(numberOfGuests)}
        </h2>
        <p className="num text-small text-ink-2">
          {confirmationNumber} · {formatCents(paidAmount)} paid of {formatCents(totalAmount)}
        </p>
      </div>
      <StatusTag status={status} />
    </li>
  )
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** `Jun 2026`: a season can be booked a year ahead. */
function monthAndYear(date: TripDate): string {
  return `${monthName.format(new Date(date))} ${date.slice(0, 4)}`
}
