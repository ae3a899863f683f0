import { fullName } from '@arcadia/contract/full-name'
import type { Spots } from '@arcadia/contract/holds'
import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useSiteData } from '../../prerender/site-data.ts'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { BalanceDue } from './balance-due.tsx'
import type { TripDetails } from './trip-details.ts'
import { quoteOf } from './wizard-state.ts'

/** Everything being booked and owed, before and during payment; stays when the time runs out. */
export function PaymentSummary({ spots, details }: { spots: Spots; details: TripDetails }) {
  const { words } = useSiteData()
  const group = groupInWords({ numberOfGuests: spots.numberOfGuests, riders: details.riders })
  const { total, deposit, balance, covered, due } = quoteOf(spots, details)
  return (
    <SummaryList
      rows={[
        { label: 'Name', value: <span className="wrap-anywhere">{fullName(details)}</span> },
        { label: 'Date', value: formatFullDate(spots.selectedDate) },
        { label: 'Time', value: words.hours },
        { label: 'Package', value: `${PACKAGES[details.packageType].name}, ${group}` },
        { label: 'Total', value: <Money cents={total} /> },
        { label: <BalanceDue />, value: <Money cents={balance} /> },
        covered > 0 && { label: 'Deposit', value: <Money cents={deposit} /> },
        covered > 0 && { label: 'Paid already', value: <Money cents={covered} /> },
        { label: 'Deposit due today', value: <Money cents={due} />, isDue: true },
      ]}
    />
  )
}
