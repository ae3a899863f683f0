import { type AdminBooking, type BookingStatus, dueOf } from '@arcadia/contract/bookings'
import { ridersInWords } from '@arcadia/contract/riders'
import { formatDate, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import { Money } from '../../ui/money.tsx'
import { PackageTag } from '../../ui/tag.tsx'
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

interface BookingColumnsOptions {
  overdueSince: OverdueSince | undefined
  rowLink: (id: number) => LinkProps
  onStatus: (booking: AdminBooking, status: BookingStatus) => void
}

export const bookingColumns = ({
  overdueSince,
  rowLink,
  onStatus,
}: BookingColumnsOptions): readonly Column<AdminBooking>[] => [
  {
    key: 'guest',
    head: 'Guest',
    sort: 'name',
    cell: ({ id, firstName, lastName, email }) => (
      <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-52 min-[1400px]:w-56">
        <Link {...rowLink(id)} className="row-link">
          {firstName} {lastName}
        </Link>
        <br />
        <a href={mailLink(email)} className="small text-ink-2 no-underline hover:underline">
          {email}
        </a>
      </div>
    ),
  },
  {
    key: 'date',
    head: 'Date',
    sort: 'date',
    cell: ({ selectedDate }) => <span className="num">{formatDate(selectedDate)}</span>,
  },
  {
    key: 'guests',
    head: 'Anglers',
    sort: 'guests',
    cell: ({ numberOfGuests, riders }) => (
      <>
        {numberOfGuests}
        {riders > 0 && <span className="block small text-ink-2">+ {ridersInWords(riders)}</span>}
      </>
    ),
    isNumber: true,
    inBlock: 'labelled',
  },
  {
    key: 'confirmation',
    head: 'Confirmation',
    cell: ({ confirmationNumber, packageType }) => (
      <div className="grid justify-items-start gap-1 max-[700px]:flex max-[700px]:items-center max-[700px]:gap-3">
        <span className="num">{confirmationNumber}</span>
        <PackageTag packageType={packageType} />
      </div>
    ),
  },
  {
    key: 'total',
    head: 'Total',
    sort: 'total',
    cell: ({ totalAmount }) => <Money cents={totalAmount} />,
    isNumber: true,
    inBlock: 'labelled',
  },
  {
    key: 'deposit',
    head: 'Deposit',
    sort: 'deposit',
    cell: ({ depositAmount }) => <Money cents={depositAmount} />,
    isNumber: true,
    inBlock: 'labelled',
  },
  {
    key: 'paid',
    head: 'Paid',
    cell: (booking) => <Paid booking={booking} since={overdueSince?.(booking)} />,
    isNumber: true,
    inBlock: 'labelled',
  },
  {
    key: 'status',
    head: 'Status',
    sort: 'status',
    cell: (booking) => <StatusSelect booking={booking} onChange={(status) => onStatus(booking, status)} />,
    inBlock: 'corner',
  },
]

/** The amount paid, and below it what was refunded, what was not, and what is still due. */
function Paid({ booking, since }: { booking: AdminBooking; since: TripDate | undefined }) {
  const { paidAmount, refundedAmount, status } = booking
  const due = dueOf(booking)
  const notRefunded = status === 'CANCELLED' ? paidAmount - refundedAmount : 0
  return (
    <>
      <Money cents={paidAmount} />
      {refundedAmount > 0 && (
        <Beside>
          <Money cents={refundedAmount} /> refunded
        </Beside>
      )}
      {due > 0 && (
        <Beside>
          <Money cents={due} /> due
          {since && <b className="text-danger min-[700.02px]:block"> since {formatShortDate(since)}</b>}
        </Beside>
      )}
      {notRefunded > 0 && (
        <Beside>
          <Money cents={notRefunded} /> not refunded
        </Beside>
      )}
    </>
  )
}

/** A line below the amount; in a block it follows on the same one. */
function Beside({ children }: { children: ReactNode }) {
  return (
    <span className="small text-ink-2 before:content-[',_'] min-[700.02px]:block min-[700.02px]:before:content-none">
      {children}
    </span>
  )
}
