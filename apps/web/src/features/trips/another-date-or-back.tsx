import { addresses } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { splitBack } from '@arcadia/contract/split-kept'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ReachUs } from '../bookings/reach-us.tsx'
import { DeclinedRefund } from '../my-bookings/declined-refund.tsx'
import { canAskRefund, keptOf, refundAsked } from '../my-bookings/manage-bookings.rules.ts'

interface AnotherDateOrBackProps {
  trip: Trip
  own: OwnTrip
  askRefund: ReactNode
  withdrawRefund: ReactNode
}

/** The two choices of a trip that we canceled, side by side: what was paid goes to another date, or back. */
export function AnotherDateOrBack({ trip, own, askRefund, withdrawRefund }: AnotherDateOrBackProps) {
  return (
    <div className="trip__choice">
      <section>
        <h3 className="display h3">Pick another date</h3>
        <p className="muted">
          Tell us which open morning you'd like, and what you paid goes with you.{' '}
          <Link to={addresses.season.href()} className="link print:hidden">
            See open mornings
          </Link>
        </p>
        <div className="trip__acts">
          <ReachUs booking={trip} isMain />
        </div>
      </section>
      <section>
        <h3 className="display h3">
          {own.refundAskedAt || own.refundDeclined ? 'Your refund' : 'Get your money back'}
        </h3>
        {own.refundAskedAt ? (
          <>
            <p>{unbroken(refundAsked(own.refundAskedAt))}</p>
            {withdrawRefund && <div className="trip__acts">{withdrawRefund}</div>}
          </>
        ) : (
          <>
            {own.refundDeclined ? (
              <DeclinedRefund declined={own.refundDeclined} />
            ) : (
              <p className="muted">{backInWords(own)}</p>
            )}
            {canAskRefund({ ...own, status: trip.status }) && <div className="trip__acts">{askRefund}</div>}
          </>
        )}
      </section>
    </div>
  )
}

/** `All $700.00, to the Visa ending in 1111.` */
function backInWords(own: OwnTrip): string {
  const { ways } = splitBack(own)
  const only = ways.length === 1 && own.endedVoucherAmount === 0 ? ways[0]!.where : 'The way you paid it'
  return `All ${formatCents(keptOf(own))}, ${only.charAt(0).toLowerCase()}${only.slice(1)}.`
}
