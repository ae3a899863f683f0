import { formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import type { PaidShare } from '@arcadia/contract/shares'
import { isPaidByCard, waysToPay } from '@arcadia/contract/site/business-words'
import { unbroken } from '@arcadia/contract/site/unbroken'
import type { Trip } from '@arcadia/contract/trips'
import type { ReactNode } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Money } from '../../ui/money.tsx'
import { dueWhen } from '../bookings/trip-to-do.ts'
import './shares.css'
import { shareInWords } from './shares.words.ts'

interface YourShareProps {
  trip: Trip
  share: PaidShare
  pay: (label: string) => ReactNode
  /** The way to what was paid of it. */
  receipt: ReactNode
}

/** The one share of whoever has its link. */
export function YourShare({ trip, share, pay, receipt }: YourShareProps) {
  const { business } = useSiteData()
  const now = useMinute()
  const isOpen = share.state === 'OPEN' && share.asks > 0
  const due = isOpen && dueWhen(trip, business, now)
  return (
    <section>
      <h2 className="display h3">Your share</h2>
      <div className="your-share">
        <p className="muted">
          <span className="wrap-anywhere">{share.name}</span>, your share of a {PACKAGES[trip.packageType].name} morning
          <b className="num">
            <Money cents={isOpen || share.paid === 0 ? share.asks : share.paid} />
          </b>
        </p>
        {isOpen ? pay(`Pay ${formatCents(share.asks)}`) : <b>{unbroken(shareInWords(share))}</b>}
      </div>
      {isOpen && (
        <p className="trip__note">
          {due && `Due${due}. `}Pay {waysToPay(business) ?? 'by card'}
          {isPaidByCard(business) && ', and you can get a receipt by email'}.
        </p>
      )}
      {share.paid > 0 && receipt}
    </section>
  )
}
