import type { ReactNode } from 'react'
import { BalanceRule, BusinessText, MoveDays } from '../business-words.tsx'
import { ServerText } from '../server-text.tsx'
import { EnquireAction } from './enquire-action.tsx'
import { useSiteFacts } from './use-site-facts.ts'

/** All money rules (docs/rules.md §3.3). */
export function BookingTerms() {
  const { facts } = useSiteFacts()
  return (
    <div className="terms">
      <h3 className="display h3">Deposit &amp; Booking Information</h3>
      <dl>
        <Term
          title={
            <>
              <ServerText name="deposit">{facts.deposit}</ServerText> deposit per angler
            </>
          }
        >
          Holds your date. <BalanceRule />
        </Term>
        <Term title="Change of plans">
          Deposits may be used to reschedule, up to <MoveDays /> before the trip. They aren't refundable.
        </Term>
        <Term title="No refunds">For unused services, early or unforeseen departures, or guest cancellation.</Term>
        <Term title="Groups of up to four">
          <ServerText name="sharing">{facts.sharing}</ServerText> Bigger group? <EnquireAction />.
        </Term>
        <Term title="$150.00 for a rider">Bring someone who isn't fishing. Lunch and drinks included.</Term>
        <Term title={<ServerText name="mornings-a-week">{facts['mornings-a-week']}</ServerText>}>
          <ServerText name="open-days-in-full">{facts['open-days-in-full']}</ServerText>, <BusinessText name="hours" />.
        </Term>
      </dl>
    </div>
  )
}

function Term({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
