import { type AdminBooking, type BookingStatus, dueOf } from '@arcadia/contract/bookings'
import { anglers, ridersInWords } from '@arcadia/contract/riders'
import { formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { EmailLink } from '../../ui/contact-links.tsx'
import { Money } from '../../ui/money.tsx'
import { PackageTag } from '../../ui/tag.tsx'
import { waitingUntil } from '../phone-bookings/pay-link.rules.ts'
import { StatusSelect } from './admin-booking-status.tsx'
import type { OverdueSince } from './use-overdue-since.ts'

export const CSV_COLUMNS: readonly CsvColumn<AdminBooking>[] = [
  { head: 'Confirmation number', value: (booking) => booking.confirmationNumber },
  { head: 'Date', value: (booking) => booking.selectedDate },
  { head: 'First name', value: (booking) => booking.firstName },
  { head: 'Last name', value: (booking) => booking.lastName },
  { head: 'Email', value: (booking) => booking.email },
  { head: 'Phone', value: (booking) => booking.phone },
  { head: 'Guests', value: (booking) => booking.numberOfGuests },
  { head: 'Package', value: (booking) => booking.packageType },
  { head: 'Total', value: (booking) => booking.totalAmount / 100 },
  { head: 'Deposit', value: (booking) => booking.depositAmount / 100 },
  { head: 'Paid', value: (booking) => booking.paidAmount / 100 },
  { head: 'Cash and checks', value: (booking) => booking.cashAmount / 100 },
  { head: 'Refunded', value: (booking) => booking.refundedAmount / 100 },
  { head: 'Due', value: (booking) => dueOf(booking) / 100 },
  { head: 'Status', value: (booking) => booking.status },
  { head: 'Booked at', value: (booking) => booking.createdAt.toISOString() },
  { head: 'Riders', value: (booking) => booking.riders },
  { head: 'Tackle', value: (booking) => booking.tackle },
]

export const bookingColumns = (
  overdueSince: OverdueSince | undefined,
  onStatus: (booking: AdminBooking, status: BookingStatus) => void,
): readonly Column<AdminBooking>[] => [
  {
    head: 'Date',
    sort: 'date',
    cell: ({ selectedDate }) => (
      <span className="num max-[700px]:font-[640] max-[700px]:text-[1.0625rem]">
        {formatShortDate(selectedDate)}
        <span className="min-[700.02px]:hidden">,</span>{' '}
        <span className="min-[700.02px]:text-small min-[700.02px]:block min-[700.02px]:text-ink-2">
          {selectedDate.slice(0, 4)}
        </span>
      </span>
    ),
  },
  {
    head: 'Guest',
    sort: 'name',
    cell: ({ id, firstName, lastName, email, depositUntil }) => (
      <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-48 min-[1400px]:w-52">
        <RowLink id={id}>
          {firstName} {lastName}
        </RowLink>
        <span className="block small max-[700px]:hidden">
          <EmailLink email={email} className="text-ink-2 no-underline hover:underline" />
        </span>
        {depositUntil && <span className="block small text-warn">{waitingUntil(depositUntil)}</span>}
      </div>
    ),
    inBlock: 'line',
  },
  {
    head: 'Anglers',
    sort: 'guests',
    cell: ({ numberOfGuests, riders }) => (
      <>
        <span className="max-[700px]:hidden">{numberOfGuests}</span>
        <span className="min-[700.02px]:hidden">{anglers(numberOfGuests)}</span>
        {riders > 0 && <span className="small text-ink-2 min-[700.02px]:block"> + {ridersInWords(riders)}</span>}
      </>
    ),
    isNumber: true,
  },
  {
    head: 'Confirmation',
    cell: ({ confirmationNumber, packageType }) => (
      <div className="grid justify-items-start gap-1">
        <span className="num max-[700px]:hidden">{confirmationNumber}</span>
        <PackageTag packageType={packageType} />
      </div>
    ),
  },
  {
    head: 'Total',
    sort: 'total',
    cell: ({ totalAmount }) => <Money cents={totalAmount} />,
    isNumber: true,
    inBlock: 'left-out',
  },
  {
    head: 'Deposit',
    sort: 'deposit',
    cell: ({ depositAmount }) => <Money cents={depositAmount} />,
    isNumber: true,
    inBlock: 'left-out',
  },
  { head: 'Paid', cell: (booking) => <Paid booking={booking} />, isNumber: true, inBlock: 'left-out' },
  { head: 'Due', cell: (booking) => <Due booking={booking} since={overdueSince?.(booking)} />, isNumber: true },
  {
    head: 'Status',
    sort: 'status',
    cell: (booking) => <StatusSelect booking={booking} onChange={(status) => onStatus(booking, status)} />,
    inBlock: 'corner',
  },
]

/** The amount paid, and below it what was refunded, and what was not. */
function Paid({ booking: { paidAmount, refundedAmount, status } }: { booking: AdminBooking }) {
  const notRefunded = status === 'CANCELLED' ? paidAmount - refundedAmount : 0
  return (
    <>
      <Money cents={paidAmount} />
      {refundedAmount > 0 && (
        <span className="block small text-ink-2">
          <Money cents={refundedAmount} /> refunded
        </span>
      )}
      {notRefunded > 0 && (
        <span className="block small text-ink-2">
          <Money cents={notRefunded} />
          <br />
          not refunded
        </span>
      )}
    </>
  )
}

/** What is still owed; of a cancelled booking there is nothing to say. */
function Due({ booking, since }: { booking: AdminBooking; since: TripDate | undefined }) {
  const due = dueOf(booking)
  if (booking.status === 'CANCELLED') return null
  if (due === 0) return <span className="text-ink-2">Paid</span>
  return (
    <>
      <Money cents={due} />
      <span className="min-[700.02px]:hidden"> due</span>
      {since && <b className="text-danger small min-[700.02px]:block"> since {formatShortDate(since)}</b>}
    </>
  )
}
