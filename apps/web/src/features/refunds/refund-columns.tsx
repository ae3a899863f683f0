import { portal } from '@arcadia/contract/addresses'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { type PaymentIssue, type RefundRequest, TRY_AGAIN, TURNED_DOWN } from '@arcadia/contract/refunds'
import { formatDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { TwoLines } from '../../list/cells.tsx'
import type { Column } from '../../list/data-table.tsx'
import { Money } from '../../ui/money.tsx'

/** What the row's own words don't say. */
const PAID_FOR: Readonly<Record<PaymentIssue['paidFor'], string>> = {
  DEPOSIT: '',
  BALANCE: '',
  ANGLER: 'One more angler. ',
  GIFT_VOUCHER: 'Gift voucher. ',
  TIP: 'Tip. ',
}

export const ISSUE_COLUMNS: readonly Column<PaymentIssue>[] = [
  { head: 'Guest', cell: (issue) => <Guest {...issue} /> },
  { head: 'Trip', cell: ({ bookingDate }) => bookingDate && <span className="num">{formatDate(bookingDate)}</span> },
  {
    head: 'Reason',
    cell: ({ paidFor, reason, message, whyNotRefund }) => (
      <div className="whitespace-normal min-[700.02px]:min-w-40">
        {PAID_FOR[paidFor]}
        {reason}
        <br />
        <span className="small muted">{message}</span>
        <OnlyOwner why={whyNotRefund} />
      </div>
    ),
  },
  { head: 'Amount', cell: ({ amount }) => <Money cents={amount} />, isNumber: true, inBlock: 'labelled' },
  {
    head: 'Payment',
    cell: ({ paymentId }) => <span className="num wrap-anywhere">{paymentId ?? 'Unknown'}</span>,
    inBlock: 'labelled',
  },
]

export const REQUEST_COLUMNS: readonly Column<RefundRequest>[] = [
  { head: 'Guest', cell: (request) => <Guest {...request} /> },
  { head: 'Trip', cell: ({ selectedDate }) => <span className="num">{formatDate(selectedDate)}</span> },
  {
    head: 'Message',
    cell: ({ description, refusedAt, whyNotRefund }) => (
      <div className="whitespace-pre-line wrap-anywhere min-[700.02px]:min-w-40">
        {description ?? <span className="muted">No message</span>}
        {refusedAt && (
          <p className="small mt-1">
            <b>{TURNED_DOWN}</b> {TRY_AGAIN}
          </p>
        )}
        <OnlyOwner why={whyNotRefund} />
      </div>
    ),
  },
  {
    head: 'Asked for',
    cell: ({ amount, refundable }) => <Money cents={amount ?? refundable} />,
    isNumber: true,
    inBlock: 'labelled',
  },
]

export const GIVE_BACK_COLUMNS: readonly Column<AdminBooking>[] = [
  {
    head: 'Guest',
    cell: (booking) => <Guest {...booking} customer={fullName(booking)} bookingId={booking.id} />,
  },
  { head: 'Trip', cell: ({ selectedDate }) => <span className="num">{formatDate(selectedDate)}</span> },
  { head: 'Reason', cell: () => 'Called off, paid by hand' },
  { head: 'Amount', cell: ({ toGiveBack }) => <Money cents={toGiveBack} />, isNumber: true, inBlock: 'labelled' },
]

/** Why the button beside it is disabled. */
const OnlyOwner = ({ why }: { why: string | null | undefined }) => why && <p className="small mt-1 text-ink-2">{why}</p>

function Guest({
  customer,
  email,
  bookingId,
  confirmationNumber,
}: Pick<PaymentIssue, 'customer' | 'email' | 'bookingId' | 'confirmationNumber'>) {
  const booking = bookingId && (
    <Link to={portal.bookings.href({ id: bookingId })} className="num text-ink-2">
      {confirmationNumber}
    </Link>
  )
  return (
    <TwoLines width="min-[700.02px]:min-w-36" below={booking || (email ?? 'No email')}>
      <b>{customer}</b>
    </TwoLines>
  )
}
