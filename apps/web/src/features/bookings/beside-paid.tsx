import type { Booking } from '@arcadia/contract/bookings'
import { neverTaken } from '@arcadia/contract/money'
import { Money } from '../../ui/money.tsx'

/** What else, beside what is paid, leads from the total to the balance. */
export const besidePaid = ({
  canceledAmount,
  refundedAmount,
  chargedBackAmount,
  forgivenAmount,
}: Pick<Booking, 'canceledAmount' | 'refundedAmount' | 'chargedBackAmount' | 'forgivenAmount'>) => [
  canceledAmount > 0 && { label: 'Canceled charge', value: neverTaken(canceledAmount) },
  refundedAmount > chargedBackAmount && {
    label: 'Refunded',
    value: <Money cents={refundedAmount - chargedBackAmount} />,
  },
  chargedBackAmount > 0 && { label: 'Taken back by the bank', value: <Money cents={chargedBackAmount} /> },
  forgivenAmount > 0 && { label: 'Not owed anymore', value: <Money cents={forgivenAmount} /> },
]
