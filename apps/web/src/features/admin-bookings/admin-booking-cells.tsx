import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import type { Cents } from '@arcadia/contract/money'
import { anglers, ridersInWords } from '@arcadia/contract/riders'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { formatDateNear, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useVenueToday } from '../../api/venue-today.ts'
import { EmailCell } from '../../list/cells.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { Money } from '../../ui/money.tsx'
import { waitingUntil } from '../phone-bookings/pay-link.rules.ts'

interface CellProps {
  booking: AdminBooking
}

/** The year stands below the day, and on a phone beside it. */
export function TripDay({ booking: { selectedDate } }: CellProps) {
  return (
    <span className="num max-[700px]:font-[640] max-[700px]:text-[1.0625rem]">
      {formatShortDate(selectedDate)}
      <span className="min-[700.02px]:hidden">,</span>{' '}
      <span className="min-[700.02px]:text-small min-[700.02px]:block min-[700.02px]:text-ink-2">
        {selectedDate.slice(0, 4)}
      </span>
    </span>
  )
}

export function Guest({ booking }: CellProps) {
  const { id, firstName, lastName, email, depositUntil, outcome } = booking
  return (
    <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-36 min-[900px]:w-48 min-[1280px]:w-36 min-[1400px]:w-48">
      <RowLink id={id}>{fullName({ firstName, lastName })}</RowLink>
      <span className="block small max-[700px]:hidden">
        <EmailCell email={email} />
      </span>
      {depositUntil && outcome === 'ON' && <span className="block small text-warn">{waitingUntil(depositUntil)}</span>}
    </div>
  )
}

export function Group({ booking: { numberOfGuests, riders, privateMorning } }: CellProps) {
  return (
    <>
      <span className="max-[700px]:hidden">{numberOfGuests}</span>
      <span className="min-[700.02px]:hidden">{anglers(numberOfGuests)}</span>
      {riders > 0 && <span className="small text-ink-2 min-[700.02px]:block"> + {ridersInWords(riders)}</span>}
      {privateMorning && <span className="small text-ink-2 min-[700.02px]:block"> private</span>}
    </>
  )
}

/** The amount paid; below it, what was refunded, what wasn't, and what is still to be given back by hand. */
export function Paid({ booking }: CellProps) {
  const { paidAmount, refundedAmount, chargedBackAmount, toGiveBack, status } = booking
  const notRefunded = status === 'CANCELLED' ? paidAmount - refundedAmount - toGiveBack : 0
  return (
    <>
      <Money cents={paidAmount} />
      <PartOf paid={paidAmount} cents={refundedByUs(booking)} what="refunded" />
      <PartOf paid={paidAmount} cents={chargedBackAmount} what="taken back by the bank" />
      <PartOf paid={paidAmount} cents={toGiveBack} what="to give back" />
      <PartOf paid={paidAmount} cents={notRefunded} what="not refunded" />
    </>
  )
}

/** Names the amount only if it is not all that was paid. */
function PartOf({ paid, cents, what }: { paid: Cents; cents: Cents; what: string }) {
  if (cents <= 0) return null
  return (
    <span className="block whitespace-normal small text-ink-2">
      {cents < paid && <Money cents={cents} />} {what}
    </span>
  )
}

/** What is still owed; empty for a cancelled booking. */
export function Due({ booking, since }: CellProps & { since: TripDate | undefined }) {
  const due = booking.pendingAmount
  const today = useVenueToday()
  if (booking.status === 'CANCELLED') return null
  if (due === 0) return <span className="text-ink-2">Nothing due</span>
  return (
    <>
      <Money cents={due} />
      <span className="min-[700.02px]:hidden"> due</span>
      {since && (
        <b className="whitespace-normal text-danger small min-[700.02px]:block">
          {' '}
          since {formatDateNear(since, today)}
        </b>
      )}
    </>
  )
}
