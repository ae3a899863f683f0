import { giftInWords } from '@arcadia/contract/gifts'
import { PACKAGES } from '@arcadia/contract/packages'
import type { Receipt, Receipts } from '@arcadia/contract/receipts'
import { groupInWords } from '@arcadia/contract/riders'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatDate, formatFullDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { besidePaid } from '../bookings/beside-paid.tsx'
import { keptOf } from '../my-bookings/manage-bookings.rules.ts'
import { leftRows } from '../my-bookings/money-left.tsx'

const paidFor = ({ trip, gift }: Receipts) => [
  ...(trip
    ? [
        { label: 'Confirmation number', value: trip.confirmationNumber },
        { label: 'Trip', value: formatFullDate(trip.selectedDate) },
        {
          label: 'Package',
          value: `${PACKAGES[trip.packageType].name}, ${groupInWords({ ...trip, privateMorning: null })}`,
        },
      ]
    : []),
  ...(gift ? [{ label: 'Gift', value: `${giftInWords(gift)}, for ${gift.recipientName}` }] : []),
]

const DateOf = ({ at }: { at: Date }) => <span className="inline-block">{unbroken(formatDate(venueDate(at)))},</span>

const MomentOf = ({ at }: { at: Date }) => (
  <>
    <DateOf at={at} /> {unbroken(formatVenueTime(at))}
  </>
)

/** One payment or refund. */
export function ReceiptLines({ of, receipt }: { of: Receipts; receipt: Receipt }) {
  const { number, at, isBack, what, how, payer, amount } = receipt
  return (
    <SummaryList
      rows={[
        { label: 'Receipt number', value: number },
        { label: 'Date', value: <MomentOf at={at} /> },
        { label: isBack ? 'Refunded to' : 'Paid by', value: payer },
        what !== 'Gift' && { label: 'For', value: what },
        ...paidFor(of),
        { label: isBack ? 'Refunded by' : 'Paid with', value: how },
        { label: isBack ? 'Refunded' : 'Paid', value: <Money cents={amount} />, isDue: true },
      ]}
    />
  )
}

/** All that was paid and given back of a booking, and what is owed. */
export function StatementLines({ of }: { of: Receipts }) {
  const { receipts, statement, trip } = of
  if (!statement) return null
  const { guest, totalAmount, paid, back, pendingAmount, forgivenAmount } = statement
  const isCanceled = statement.status === 'CANCELLED'
  const dropped = totalAmount - paid - forgivenAmount
  return (
    <>
      <SummaryList rows={[{ label: 'Guest', value: guest }, ...paidFor(of)]} />
      {trip?.canceledAt && (
        <p>
          {trip.canceledByUs ? 'We canceled this trip' : 'This trip was canceled'} on{' '}
          {unbroken(formatFullDate(venueDate(trip.canceledAt)))}.
        </p>
      )}
      <SummaryList
        className="[&_dt]:basis-[min(100%,8rem)]"
        rows={[
          { label: 'Trip total', value: <Money cents={totalAmount} /> },
          ...receipts.map(({ number, at, what, how, isBack, amount }) => ({
            label: (
              <>
                <DateOf at={at} /> {what}
                <span className="block small">
                  {unbroken(how)}, <span className="whitespace-nowrap">{number}</span>
                </span>
              </>
            ),
            value: <Money cents={isBack ? -amount : amount} />,
          })),
          { label: 'Paid', value: <Money cents={paid} /> },
          ...besidePaid({ ...statement, refundedAmount: back }),
          isCanceled && dropped > 0 && { label: 'Not owed anymore', value: <Money cents={dropped} /> },
          ...(isCanceled ? leftRows(statement) : []),
          !(isCanceled && keptOf(statement) > 0) && {
            label: 'Left to pay',
            value: <Money cents={pendingAmount} />,
            isDue: true,
          },
        ]}
      />
    </>
  )
}
