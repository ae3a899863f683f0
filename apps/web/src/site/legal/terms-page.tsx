import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { PACKAGES } from '@arcadia/contract/packages'
import { CALLED_OFF, LUNCH } from '@arcadia/contract/site/wording'
import { CANCELLATION_TERMS } from '@arcadia/contract/terms'
import { UsByEmail } from '../business-links.tsx'
import { BalanceRule, BusinessText, MoveDays } from '../business-words.tsx'
import { useSiteFacts } from '../landing/use-site-facts.ts'
import { ServerText } from '../server-text.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function TermsPage() {
  return (
    <LegalPage
      title="Terms"
      description="Our booking rules: deposits, rescheduling, refunds, group size, and conduct on the water."
      lead="The rules for booking a morning with us, in plain words. When you book, sign up, or send an enquiry, you accept them."
      sections={SECTIONS}
    />
  )
}

function Deposit() {
  const { facts } = useSiteFacts()
  return <ServerText name="deposit">{facts.deposit}</ServerText>
}

function Sharing() {
  const { facts } = useSiteFacts()
  return <ServerText name="sharing">{facts.sharing}</ServerText>
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

const { deposits, never, moving } = CANCELLATION_TERMS[TERMS_VERSION]

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'who-can-book',
    title: 'Who can book',
    text: (
      <p>
        You must be at least 18 to open an account or to book. The details you give us must be true. Keep your password
        to yourself. Whoever books is responsible for the whole group.
      </p>
    ),
  },
  {
    id: 'the-morning',
    title: 'The morning',
    text: (
      <>
        <p>
          We fish <OpenDays />. The trip runs from <BusinessText name="hours" />. The earliest date you can book is
          tomorrow.
        </p>
        <p>
          The Standard Package is for fish up to {PACKAGES.STANDARD.upTo} and includes a professional guide, premium
          fishing equipment (conventional or fly), and a gourmet lunch and refreshments. The Trophy Package is
          everything in Standard plus a larger fish size range, up to {PACKAGES.TROPHY.upTo}. {LUNCH}
        </p>
      </>
    ),
  },
  {
    id: 'group-size',
    title: 'Group size and riders',
    text: (
      <ul>
        <li>Groups of up to four anglers can book here. For a larger group, contact us first.</li>
        <li>
          <Sharing />
        </li>
        <li>
          Where we sell private mornings, you can buy the boat's empty spots with your own. Nobody else joins you then.
          Their price is part of your total, but not of your deposit.
        </li>
        <li>
          A rider is a guest who isn't fishing. Riders are welcome for a $150.00 admission fee each, lunch and drinks
          included.
        </li>
        <li>When you move a booking to another date, the number of anglers stays the same.</li>
      </ul>
    ),
  },
  {
    id: 'prices',
    title: 'Prices and payment',
    text: (
      <ul>
        <li>All prices are in US dollars (USD), per angler, and shown to the cent.</li>
        <li>
          Your total is the number of anglers times the package price, plus riders and the empty spots of a private
          morning.
        </li>
        <li>
          A deposit of <Deposit /> per angler is required to confirm a booking. The balance is the total minus the
          deposit. <BalanceRule />
        </li>
        <li>
          Your date is held for <HoldMinutes /> while you pay. The price you see when the hold starts is the price you
          pay.
        </li>
        <li>Our payments provider processes your card. We don't store card numbers.</li>
      </ul>
    ),
  },
  {
    id: 'gift-vouchers',
    title: 'Gifts',
    text: (
      <ul>
        <li>All you need to buy one is an email address. You don't need an account.</li>
        <li>
          A gift that was paid for never expires. One that we gave away can have a last day, which is shown with it.
        </li>
        <li>
          A gift pays toward your total, the deposit first, and what's left stays on it. One for a trip covers its
          package and anglers, whatever they cost by then. Riders and anything else beyond it are extra.
        </li>
        <li>A refund of a booking goes back to its gift first, then to your card.</li>
        <li>Whoever has the code can use it, so keep it safe.</li>
      </ul>
    ),
  },
  {
    id: 'waitlist',
    title: 'Waitlist',
    text: (
      <p>
        If a date doesn't have enough spots, you can join its waitlist for free. When enough of them open up, we offer
        them to the first group they fit, by email, and hold them for 30 minutes, or overnight until 8 AM Eastern. No
        offer lasts past 9 PM Eastern on the evening before the trip. If you don't book by then, the offer goes to the
        next group, and you pay nothing.
      </p>
    ),
  },
  {
    id: 'rescheduling',
    title: 'Rescheduling',
    text: (
      <p>
        {moving} You can move a confirmed booking to another open date with enough spots, up to <MoveDays /> before the
        trip. Your deposit moves with it, and there's no extra charge.
      </p>
    ),
  },
  {
    id: 'cancellation',
    title: 'Cancellation and refunds',
    text: (
      <>
        <p>{deposits}</p>
        <ul>
          {never.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p>{CALLED_OFF} Refunds take 5–10 business days to reach your card.</p>
      </>
    ),
  },
  {
    id: 'on-the-water',
    title: 'On the water',
    text: (
      <p>
        Your guide decides what is safe, and that decision is final. Fishing outdoors for very large fish has risks we
        can't take away, and you accept them when you come. Before you book, tell us about anything that affects your
        safety. If someone endangers the group, the crew, or the animals, we can end the trip without a refund.
      </p>
    ),
  },
  {
    id: 'this-site',
    title: 'This site',
    text: (
      <p>
        Use it to look around, ask questions, and book for yourself and your group. Don't book dates you don't plan to
        fish, use cards that aren't yours, or interfere with the site or other people's accounts. We can close accounts
        that do. The text and drawings belong to us.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability and law',
    text: (
      <p>
        We are liable where the law says we must be. Beyond that, our liability for a booking is limited to what was
        paid for it. Florida law applies. If one of these rules turns out to be invalid, the rest still apply.
      </p>
    ),
  },
  {
    id: 'questions',
    title: 'Questions and changes',
    text: (
      <p>
        Write to <UsByEmail />. <BusinessText name="answer" /> At the latest, we answer within 5 business days. If these
        terms change, we post the new version here. Your booking keeps the terms you booked under.
      </p>
    ),
  },
]
