import { fullName } from '@arcadia/contract/full-name'
import type { Spots } from '@arcadia/contract/holds'
import { formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useSiteData } from '../../prerender/site-data.ts'
import { FoldedSummary } from '../../ui/summary-list.tsx'
import type { TypedVoucher } from '../gift-vouchers/voucher-field.tsx'
import { dueRows, partyRows } from './sum-rows.tsx'
import type { TripDetails } from './trip-details.ts'
import { quoteOf } from './wizard-state.ts'

interface PaymentSummaryProps {
  spots: Spots
  details: TripDetails
  voucher: TypedVoucher | null
  /** The payment is on its way and its outcome unknown. */
  isSent: boolean
}

/** The price in one line, and on demand, or where no card is asked for, everything being booked and owed; stays when the time runs out. */
export function PaymentSummary({ spots, details, voucher, isSent }: PaymentSummaryProps) {
  const { words } = useSiteData()
  const sum = quoteOf(spots, details)
  const { total, balance, due } = sum
  return (
    <FoldedSummary
      className="pb-4"
      open={due === 0}
      says={
        <>
          <strong>{formatCents(total)}</strong> total
          {sum.covered > 0 && sum.covered < total && `, ${formatCents(sum.covered)} gift`}
          {balance > 0 ? `, ${formatCents(balance)} due later` : sum.covered === total && ', paid by gift'}
        </>
      }
      rows={[
        { label: 'Name', value: <span className="wrap-anywhere">{fullName(details)}</span> },
        { label: 'Date', value: formatFullDate(spots.selectedDate) },
        { label: 'Time', value: words.hours },
        { label: 'Package', value: PACKAGES[details.packageType].name },
        ...partyRows(sum, { ...spots, riders: details.riders }),
        ...dueRows(sum, voucher, isSent),
      ]}
    />
  )
}
