import { depositAsked } from '@arcadia/contract/bookings'
import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import { isPaidByCard, waysToPay } from '@arcadia/contract/site/business-words'
import { capitalized } from '@arcadia/contract/site/number-words'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { venueDate } from '@arcadia/contract/trip-date'
import { isOver } from '@arcadia/contract/trip-over'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import type { ReactNode } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Money } from '../../ui/money.tsx'
import type { SummaryRow } from '../../ui/summary-list.tsx'
import { besidePaid } from '../bookings/beside-paid.tsx'
import { dueWhen } from '../bookings/trip-to-do.ts'
import { emptyRow } from '../my-bookings/booking-details-money.tsx'
import { leftRows } from '../my-bookings/money-left.tsx'

interface TripMoneyProps {
  trip: Trip
  own: OwnTrip
  /** Who pays what is left. */
  split: ReactNode
  receipt: ReactNode
}

/** What the trip costs, what is paid and what is left. */
export function TripMoney({ trip, own, split, receipt }: TripMoneyProps) {
  const { business } = useSiteData()
  const now = useMinute()
  const ways = waysToPay(business)
  const today = venueDate(new Date(now))
  const isOwing = own.pendingAmount > 0 && (trip.status === 'CONFIRMED' || trip.status === 'COMPLETED')
  const deposit = isOwing
    ? depositAsked({ ...own, selectedDate: trip.selectedDate }, { today, isBalanceByCard: isPaidByCard(business) })
    : undefined
  const empty = emptyRow({ ...own, numberOfGuests: trip.numberOfGuests })
  const lines: (SummaryRow | false)[] = [
    {
      label: `${PACKAGES[trip.packageType].name} Package, ${groupInWords(empty ? { ...trip, privateMorning: null } : trip)}`,
      value: <Money cents={own.totalAmount - (empty?.cents ?? 0)} />,
    },
    empty !== null && empty,
    own.voucherAmount > 0 && { label: 'Gift', value: <Money cents={own.voucherAmount} /> },
    (own.voucherAmount < own.paidAmount || own.voucherAmount === 0) && {
      label: 'Paid',
      value: <Money cents={own.paidAmount - own.voucherAmount} />,
    },
    ...besidePaid(own, own.refundedTo),
    ...(trip.status === 'CANCELLED'
      ? leftRows(own)
      : [
          deposit !== undefined && { label: 'Deposit left to pay', value: <Money cents={deposit} />, isDue: true },
          {
            label: (
              <>
                {deposit === undefined ? 'Left to pay' : 'Balance left to pay'}
                {/* Once the trip is over, what is to be done says it. */}
                {isOwing && !isOver(trip, business, now) && (
                  <>
                    {unbroken(dueWhen(trip, business, now))}
                    {ways && <small className="block">{capitalized(ways)}</small>}
                  </>
                )}
              </>
            ),
            value: <Money cents={own.pendingAmount - (deposit ?? 0)} />,
            isDue: own.pendingAmount > 0,
          },
        ]),
  ]
  return (
    <section>
      <h2 className="display h3">Money</h2>
      <dl className="trip-sum num">
        {lines
          .filter((line) => line !== false)
          .map(({ label, value, isDue }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order
            <div key={index} className={isDue ? 'trip-sum__due' : undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {split}
      {receipt}
    </section>
  )
}
