import type { Booking } from '@arcadia/contract/bookings'
import type { MovedDay } from '@arcadia/contract/day-moves'
import { formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { Button } from '../../ui/button.tsx'
import { depositBackLabel } from '../day-moves/deposit-back-label.ts'
import { MovedDayNotice } from '../day-moves/moved-day-notice.tsx'
import { BookingStatusTag } from './booking-details-status.tsx'
import './booking-row.css'
import { anglers, PACKAGES } from '../bookings/packages.ts'
import { awaitsPayment, countdown, isUpcoming, monthAndYear, weekday } from './manage-bookings.rules.ts'

interface BookingRowProps {
  booking: Booking
  today: TripDate
  /** The guide cannot keep its day, and waits for an answer. */
  movedDay: MovedDay | undefined
  onReschedule: () => void
  onDepositBack: () => void
  onDetails: () => void
}

export function BookingRow({ booking, today, movedDay, onReschedule, onDepositBack, onDetails }: BookingRowProps) {
  const { selectedDate, packageType, numberOfGuests, confirmationNumber, paidAmount, totalAmount, status } = booking
  const ofTheTrip = <span className="sr"> of {formatFullDate(selectedDate)}</span>
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
        <h3 className="font-strong">
          {PACKAGES[packageType].name} Package, {anglers(numberOfGuests)}
        </h3>
        {isUpcoming(booking, today) && (
          <p className="num">
            {weekday(selectedDate)}, {countdown(selectedDate, today)}
          </p>
        )}
        <p className="num flex flex-wrap gap-x-1.5 text-small text-ink-2">
          <span>{confirmationNumber}</span>
          <span className="max-tablet:hidden">·</span>
          <span>
            {formatCents(paidAmount)} paid of {formatCents(totalAmount)}
          </span>
        </p>
        <p role="status" className="text-small text-ink-2">
          {awaitsPayment(booking) && PAYMENT_PROCESSING_MESSAGE}
        </p>
      </div>
      <BookingStatusTag booking={booking} />
      {movedDay && (
        <div className="bk__n">
          <MovedDayNotice movedDay={movedDay} />
        </div>
      )}
      <div className="bk__a">
        {status === 'CONFIRMED' && (
          <Button variant={movedDay ? 'cta' : 'ink'} onClick={onReschedule}>
            <span>
              {movedDay ? 'Choose another date' : 'Reschedule'}
              {ofTheTrip}
            </span>
          </Button>
        )}
        {movedDay && (
          <Button variant="ink" onClick={onDepositBack}>
            <span>
              {depositBackLabel(booking)}
              {ofTheTrip}
            </span>
          </Button>
        )}
        <Button className="bk__open" onClick={onDetails}>
          <span>View Details{ofTheTrip}</span>
        </Button>
      </div>
    </li>
  )
}
