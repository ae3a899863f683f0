import { LUNCH, RESCHEDULE_DAYS } from '@arcadia/contract/wording'
import { EmailLink } from '../business-links.tsx'
import { useSiteFacts } from '../landing/use-site-facts.ts'
import { ServerText } from '../server-text.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function TermsPage() {
  return (
    <LegalPage
      title="Terms"
      description="The rules of booking: deposits, rescheduling, refunds, group size and conduct on the water."
      lead="The rules of booking a morning with us, in plain words. Booking, signing up or sending an enquiry means that you accept them."
      sections={SECTIONS}
    />
  )
}

function Deposit() {
  const { facts } = useSiteFacts()
  return <ServerText name="deposit">{facts.deposit}</ServerText>
}

function HoldMinutes() {
  const { facts } = useSiteFacts()
  return <ServerText name="hold-minutes">{facts['hold-minutes']}</ServerText>
}

function OpenDays() {
  const { facts } = useSiteFacts()
  return (
    <>
      <ServerText name="open-days-in-full">{facts['open-days-in-full']}</ServerText>, from{' '}
      <ServerText name="season">{facts.season}</ServerText>
    </>
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'who-can-book',
    title: 'Who can book',
    text: (
      <p>
        You must be at least 18 to open an account or to book. What you tell us has to be true, and your password is
        yours to keep. Whoever books answers for the whole party.
      </p>
    ),
  },
  {
    id: 'the-morning',
    title: 'The morning',
    text: (
      <>
        <p>
          We fish <OpenDays />. The day begins at 8 AM and runs from 8:00 AM to 12:00 PM. The earliest date that can be
          booked is tomorrow.
        </p>
        <p>
          The Standard Package is for fish up to 100 pounds and includes a professional guide, premium fishing equipment
          (conventional or fly), and a gourmet lunch and refreshments. The Trophy Package is everything in Standard with
          a larger range, for fish up to 250 pounds. {LUNCH}
        </p>
      </>
    ),
  },
  {
    id: 'group-size',
    title: 'Group size and guests',
    text: (
      <ul>
        <li>Groups of up to four anglers can book here. Larger groups must contact us first.</li>
        <li>Only two non-related anglers are taken per day.</li>
        <li>A guest who does not fish is welcome for an admission fee of $150.00, with lunch and drinks included.</li>
        <li>The number of anglers stays the same when a booking is moved to another date.</li>
      </ul>
    ),
  },
  {
    id: 'prices',
    title: 'Prices and payment',
    text: (
      <ul>
        <li>All prices are in US dollars (USD), per angler, and shown with two decimals.</li>
        <li>Your total is the number of anglers times the package price.</li>
        <li>
          A deposit of <Deposit /> per angler is required to confirm a booking. The balance is the total minus the
          deposit.
        </li>
        <li>
          Your date is held for <HoldMinutes /> while you pay. The price you see when the hold begins is the price you
          pay.
        </li>
        <li>Cards are processed by our payments provider. We do not store card numbers.</li>
      </ul>
    ),
  },
  {
    id: 'rescheduling',
    title: 'Rescheduling',
    text: (
      <p>
        Deposits may be used to reschedule. A confirmed booking can be moved to another open date with enough spots up
        to {RESCHEDULE_DAYS} days before the trip. The deposit moves with it and nothing more is charged.
      </p>
    ),
  },
  {
    id: 'cancellation',
    title: 'Cancellation and refunds',
    text: (
      <>
        <p>Deposits are not refundable. There are no refunds for:</p>
        <ul>
          <li>unused services,</li>
          <li>early or unforeseen departures,</li>
          <li>cancellation by the guest.</li>
        </ul>
        <p>
          If we have to move or call off a day, you choose another date or have your deposit back. A refund that is due
          takes 5–10 business days to reach your card.
        </p>
      </>
    ),
  },
  {
    id: 'on-the-water',
    title: 'On the water',
    text: (
      <p>
        The guide decides what is safe, and that decision stands. Fishing for very large fish outdoors carries risks
        that care cannot remove; you take part knowing that. Tell us before you book about anything that matters for
        your safety. Someone who endangers the party, the crew or the animals can be taken back to the bank without a
        refund.
      </p>
    ),
  },
  {
    id: 'this-site',
    title: 'This site',
    text: (
      <p>
        Use it to look, ask and book for yourself and your party. Do not book dates you do not mean to fish, use cards
        that are not yours, or disturb the site or other people's accounts. Accounts that do can be closed. Texts and
        drawings belong to us.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability and law',
    text: (
      <p>
        We answer for what the law does not let us exclude. Beyond that, our liability for a booking ends at what was
        paid for it. Florida law applies. If one of these rules turns out not to hold, the others still do.
      </p>
    ),
  },
  {
    id: 'questions',
    title: 'Questions and changes',
    text: (
      <p>
        Write to <EmailLink />. We answer within 5 business days. When these terms change, the new text stands here; a
        booking keeps the terms it was made under.
      </p>
    ),
  },
]
