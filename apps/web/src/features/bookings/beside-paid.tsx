import type { Booking } from '@arcadia/contract/bookings'
import { neverTaken } from '@arcadia/contract/money'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { Money } from '../../ui/money.tsx'

/** What else, beside what is paid, leads from the total to the balance. */
export function besidePaid(
  of: Pick<Booking, 'canceledAmount' | 'refundedAmount' | 'chargedBackAmount' | 'forgivenAmount'> & {
    refundedToVouchers?: Booking['refundedToVouchers']
  },
  refundedTo: string | null = null,
) {
  const { canceledAmount, chargedBackAmount, forgivenAmount, refundedToVouchers = 0 } = of
  const refunded = refundedByUs(of) - refundedToVouchers
  return [
    canceledAmount > 0 && { label: 'Canceled charge', value: neverTaken(canceledAmount) },
    refunded > 0 && { label: refundedTo ? `Refunded to ${refundedTo}` : 'Refunded', value: <Money cents={refunded} /> },
    refundedToVouchers > 0 && { label: 'Refunded to the gift', value: <Money cents={refundedToVouchers} /> },
    chargedBackAmount > 0 && { label: 'Taken back by the bank', value: <Money cents={chargedBackAmount} /> },
    forgivenAmount > 0 && { label: 'Not owed anymore', value: <Money cents={forgivenAmount} /> },
  ]
}
