import { depositAsked } from '@arcadia/contract/bookings'
import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import { isPaidByCard, waysToPay } from '@arcadia/contract/site/business-words'
import { capitalized } from '@arcadia/contract/site/number-words'
import { venueDate } from '@arcadia/contract/trip-date'
import { isOver } from '@arcadia/contract/trip-over'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import type { ReactNode } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Money } from '../../ui/money.tsx'
import { besidePaid } from '../bookings/beside-paid.tsx'
import { dueWhen } from '../bookings/trip-to-do.ts'
import { emptyRow } from '../my-bookings/booking-details-money.tsx'
import { whatIsLeft } from './money-left.ts'

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
  const left = trip.status === 'CANCELLED' ? whatIsLeft(own) : undefined
  const lines = [
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
    left !== undefined &&
      left.onItsWay > 0 && { label: 'On its way back to you', value: <Money cents={left.onItsWay} /> },
  ].filter((line) => line !== false)
  return (
    <section>
      <h2 className="display h3">Money</h2>
      <dl className="trip-sum num">
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {deposit !== undefined && (
          <div className="trip-sum__due">
            <dt>Deposit left to pay</dt>
            <dd>
              <Money cents={deposit} />
            </dd>
          </div>
        )}
        {left?.kept && (
          <div className="trip-sum__due">
            <dt>
              {left.kept.label}
              {left.kept.says && <small className="block">{left.kept.says}</small>}
            </dt>
            <dd>
              <Money cents={left.kept.cents} />
            </dd>
          </div>
        )}
        {trip.status !== 'CANCELLED' && (
          <div className={own.pendingAmount > 0 ? 'trip-sum__due' : undefined}>
            <dt>
              {deposit === undefined ? 'Left to pay' : 'Balance left to pay'}
              {/* Once the trip is over, what is to be done says it. */}
              {isOwing && !isOver(trip, business, now) && (
                <>
                  {dueWhen(trip, business, now)}
                  {ways && <small className="block">{capitalized(ways)}</small>}
                </>
              )}
            </dt>
            <dd>
              <Money cents={own.pendingAmount - (deposit ?? 0)} />
            </dd>
          </div>
        )}
      </dl>
      {split}
      {receipt}
    </section>
  )
}
