import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { PACKAGES } from '@arcadia/contract/packages'
import { TACKLE_NAMES } from '@arcadia/contract/riders'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { type CsvColumn, csvMoment } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { PackageTag, statusLabel } from '../../ui/tag.tsx'
import { OUTCOMES } from '../bookings/trip-outcome.tsx'
import { Due, Group, Guest, Paid, TripDay } from './admin-booking-cells.tsx'
import { StatusCell } from './admin-booking-status.tsx'
import type { OverdueSince } from './use-overdue-since.ts'

export const CSV_COLUMNS: readonly CsvColumn<AdminBooking>[] = [
  { head: 'Confirmation number', value: (booking) => booking.confirmationNumber },
  { head: 'Date', value: (booking) => booking.selectedDate },
  { head: 'First name', value: (booking) => booking.firstName },
  { head: 'Last name', value: (booking) => booking.lastName },
  { head: 'Email', value: (booking) => booking.email },
  { head: 'Phone', phone: (booking) => booking.phone },
  { head: 'Anglers', value: (booking) => booking.numberOfGuests },
  { head: 'Package', value: (booking) => PACKAGES[booking.packageType].name },
  { head: 'Total', cents: (booking) => booking.totalAmount },
  { head: 'Deposit', cents: (booking) => booking.depositAmount },
  { head: 'Paid', cents: (booking) => booking.paidAmount },
  { head: 'Paid by hand', cents: (booking) => booking.cashAmount },
  { head: 'Canceled charges', cents: (booking) => booking.canceledAmount },
  { head: 'Refunded', cents: refundedByUs },
  { head: 'Taken back by the bank', cents: (booking) => booking.chargedBackAmount },
  { head: 'Due', cents: (booking) => booking.pendingAmount },
  { head: 'Status', value: (booking) => statusLabel(booking.status) },
  { head: 'Booked at (Eastern)', value: (booking) => csvMoment(booking.createdAt) },
  { head: 'Riders', value: (booking) => booking.riders },
  { head: 'Tackle', value: (booking) => TACKLE_NAMES[booking.tackle] },
  { head: 'Private morning', value: ({ privateMorning }) => (privateMorning ? 'Yes' : 'No') },
  { head: 'Outcome', value: ({ outcome }) => (outcome ? OUTCOMES[outcome] : statusLabel('CANCELLED')) },
]

export const bookingColumns = (
  overdueSince: OverdueSince,
  onStatus: (booking: AdminBooking, status: BookingStatus) => void,
): readonly Column<AdminBooking>[] => [
  { head: 'Date', sort: 'date', cell: (booking) => <TripDay booking={booking} /> },
  { head: 'Guest', sort: 'name', cell: (booking) => <Guest booking={booking} />, inBlock: 'line' },
  { head: 'Anglers', sort: 'guests', cell: (booking) => <Group booking={booking} />, isNumber: true },
  {
    head: 'Confirmation',
    cell: ({ confirmationNumber, packageType }) => (
      <div className="grid justify-items-start gap-1">
        <span className="num max-[900px]:hidden">{confirmationNumber}</span>
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
  { head: 'Due', cell: (booking) => <Due booking={booking} since={overdueSince(booking)} />, isNumber: true },
  {
    head: 'Status',
    sort: 'status',
    cell: (booking) => <StatusCell booking={booking} onChange={(status) => onStatus(booking, status)} />,
    inBlock: 'corner',
  },
]
