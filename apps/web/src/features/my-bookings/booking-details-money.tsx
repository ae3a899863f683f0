import { type Address, addresses } from '@arcadia/contract/addresses'
import { type Booking, type BookingEvent, depositDue, formatUntil } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { privateInWords } from '@arcadia/contract/private-mornings'
import { isPaidByCard } from '@arcadia/contract/site/business-words'
import type { MyTrip } from '@arcadia/contract/trips'
import { Printer } from 'lucide-react'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { besidePaid } from '../bookings/beside-paid.tsx'
import { leftToPayYourself, paymentAsked } from '../bookings/trip-to-do.ts'
import { dueRow } from '../business/meeting.tsx'
import { canPayBalance } from './manage-bookings.rules.ts'
import { leftRows } from './money-left.tsx'
import { PayAsked, useToDos } from './pay-asked.tsx'

interface BookingDetailsMoneyProps {
  booking: MyTrip
  onPayBalance: () => void
}

/** What the trip costs, what is paid, and how to pay the rest. */
export function BookingDetailsMoney({ booking, onPayBalance }: BookingDetailsMoneyProps) {
  const { totalAmount, depositAmount, paidAmount, voucherAmount, pendingAmount, status, outcome } = booking
  const { business } = useSiteData()
  const today = useVenueToday()
  const isPayable = canPayBalance(booking)
  const isOn = status !== 'CANCELLED' && outcome !== 'CALLED_OFF'
  const owesDeposit = depositDue(booking) !== undefined
  return (
    <>
      <SummaryList
        rows={[
          emptyRow(booking),
          { label: 'Total', value: <Money cents={totalAmount} /> },
          { label: 'Deposit', value: <Money cents={depositAmount} /> },
          { label: 'Paid', value: <Money cents={paidAmount} /> },
          voucherAmount > 0 && { label: 'By gift', value: <Money cents={voucherAmount} /> },
          ...besidePaid(booking),
          isOn && booking.depositUntil && { label: 'Pay the deposit by', value: formatUntil(booking.depositUntil) },
          ...(status === 'CANCELLED' ? leftRows(booking) : []),
          isOn && {
            label: owesDeposit ? 'Left to pay' : 'Balance',
            value: <Money cents={pendingAmount} />,
            isDue: isPayable,
          },
          isPayable && dueRow(business, booking.selectedDate, today),
        ]}
      />
      {(isPayable || paidAmount > 0) && (
        <div className="acts-row">
          {isPayable && <PayButtons {...{ booking, onPayBalance }} />}
          {paidAmount > 0 && <ReceiptsLink to={addresses.receipts.own.href(booking)} />}
        </div>
      )}
    </>
  )
}

/** Of a split bill one's own share comes first, and all that is left is the second choice. */
function PayButtons({ booking, onPayBalance }: BookingDetailsMoneyProps) {
  const { pendingAmount, split } = booking
  const { business } = useSiteData()
  const { toDos } = useToDos(booking)
  const pays = paymentAsked(toDos)
  const owesDeposit = depositDue(booking) !== undefined
  const isWhole = owesDeposit || !isPaidByCard(business) || split.shares.length === 0
  if (isWhole)
    return (
      <Button variant="cta" className="num" onClick={onPayBalance}>
        {owesDeposit
          ? 'Pay the deposit now'
          : isPaidByCard(business)
            ? `Pay ${formatCents(pendingAmount)} now`
            : 'Pay with a gift code'}
      </Button>
    )
  const whole = leftToPayYourself(split)
  return (
    <>
      {pays && (
        <PayAsked {...{ booking, pays }} onPay={onPayBalance}>
          {pays.act} now
        </PayAsked>
      )}
      {whole && (
        <Button variant="text" className="num" onClick={onPayBalance}>
          {whole}
        </Button>
      )}
    </>
  )
}

/** What the total has for the rest of the boat. */
export function emptyRow({ privateMorning, numberOfGuests }: Pick<Booking, 'privateMorning' | 'numberOfGuests'>) {
  if (!privateMorning || privateMorning.spots <= numberOfGuests) return null
  const emptySpots = privateMorning.spots - numberOfGuests
  const cents = emptySpots * privateMorning.spotPrice
  return { label: privateInWords(emptySpots), cents, value: <Money cents={cents} /> }
}

const PAYMENTS = new Set(['paid', 'payment-recorded', 'payment-taken-back', 'refunded'])

/** Of the history, what came in and went back. */
export const paymentsOf = (events: readonly BookingEvent[]) => events.filter(({ kind }) => PAYMENTS.has(kind))

/** To what was paid, to print. */
export const ReceiptsLink = ({ to, state }: { to: Address; state?: { backTo: Address } }) => (
  <LinkButton to={to} state={state} icon={<Printer aria-hidden />}>
    Receipts
  </LinkButton>
)
