import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { Printer } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { depositDue } from '../payments/balance-payment.ts'
import { BookingDetailsReceipt } from './booking-details-receipt.tsx'
import { canPayBalance } from './manage-bookings.rules.ts'

/** What the trip costs, what is paid, and the way to pay the rest. */
export function BookingDetailsMoney({ booking, onPayBalance }: { booking: Booking; onPayBalance: () => void }) {
  const { totalAmount, depositAmount, paidAmount, refundedAmount, pendingAmount, status } = booking
  const isPayable = canPayBalance(booking)
  return (
    <>
      <SummaryList
        rows={[
          { label: 'Total', value: <Money cents={totalAmount} /> },
          { label: 'Deposit', value: <Money cents={depositAmount} /> },
          { label: 'Paid', value: <Money cents={paidAmount} /> },
          ...(refundedAmount > 0 ? [{ label: 'Refunded to your card', value: <Money cents={refundedAmount} /> }] : []),
          ...(status === 'CANCELLED'
            ? []
            : [{ label: 'Pending', value: <Money cents={pendingAmount} />, isDue: isPayable }]),
        ]}
      />
      {(isPayable || paidAmount > 0) && (
        <div className="acts-row">
          {isPayable && (
            <Button variant="cta" className="num" onClick={onPayBalance}>
              {depositDue(booking) === undefined ? `Pay ${formatCents(pendingAmount)} now` : 'Pay the deposit now'}
            </Button>
          )}
          {paidAmount > 0 && (
            <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
              Print receipt
            </Button>
          )}
        </div>
      )}
      {paidAmount > 0 && <BookingDetailsReceipt booking={booking} />}
    </>
  )
}
