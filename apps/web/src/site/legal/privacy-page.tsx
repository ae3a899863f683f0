import { EmailLink } from '../business-links.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      description="What we keep about you, why, for how long, and how to have it corrected or removed."
      lead="We ask for what a morning on the water needs and nothing else. This page says what that is, who else sees it, how long it stays, and how to have it changed or removed."
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'what-we-keep',
    title: 'What we keep',
    text: (
      <ul>
        <li>
          <b>Your account:</b> username, e-mail address, phone number, and your name if you give it. The password is
          kept only as a hash that cannot be turned back.
        </li>
        <li>
          <b>Your bookings:</b> date, package, number of anglers, amounts, confirmation number, and every change made to
          them.
        </li>
        <li>
          <b>Your payments:</b> amount, time, outcome, and the brand and last four digits of the card where the provider
          reports them. We never store card numbers or security codes.
        </li>
        <li>
          <b>What you write to us:</b> enquiries with name, e-mail, phone and country, questions about a booking,
          waitlist entries, refund requests and reviews.
        </li>
        <li>
          <b>Our mails about a booking:</b> what they said and when they were sent, until 24 months after the trip.
        </li>
        <li>
          <b>Technical records:</b> the network address and time of a request, kept for security and to stop abuse.
        </li>
      </ul>
    ),
  },
  {
    id: 'why',
    title: 'Why we use it',
    text: (
      <>
        <p>
          To hold your date, take your deposit, send confirmations and reminders, answer you, keep the books the law
          asks for, and protect accounts and cards from misuse. We do not sell it, rent it or use it to advertise to you
          elsewhere.
        </p>
      </>
    ),
  },
  {
    id: 'who-else',
    title: 'Who else sees it',
    text: (
      <ul>
        <li>
          <b>The payments provider</b> processes your card details under its own terms and tells us the outcome.
        </li>
        <li>
          <b>The bot protection</b>, where it is switched on, is loaded only when you pay. It belongs to Google and
          looks at how the page is used to tell people from programs.
        </li>
        <li>
          <b>The mail service</b> that carries our messages to you.
        </li>
        <li>
          <b>The social network</b> only if you press Show post or follow a link to our profile. Nothing of theirs loads
          before that.
        </li>
        <li>
          <b>Authorities</b>, where the law obliges us.
        </li>
      </ul>
    ),
  },
  {
    id: 'browser',
    title: 'In your browser',
    text: (
      <p>
        Signing in puts a token and your account details into this browser's storage, so that you stay signed in.
        Signing out removes both. A cookie that only our sign-in reads remembers for 30 days that this browser signed in
        before, so that strangers who guess passwords cannot lock you out; it names nobody and signs nobody in. Small
        preferences, such as a paused gallery, are kept the same way and never leave your browser.
      </p>
    ),
  },
  {
    id: 'analytics',
    title: 'Analytics',
    text: (
      <p>
        Off until you agree. If you do, our own server counts page views, clicks and how far the page is scrolled, and
        passes them on to Google Analytics. No foreign script is loaded for it. You can withdraw at any time.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long it stays',
    text: (
      <>
        <p>
          Your account stays until you close it. Closing it ends sign-in at once. Its bookings keep your name, your
          e-mail address and the evidence of payment for 24 months, because a payment can be disputed that long; after
          that they are blanked.
        </p>
        <p>
          Records of money that tax law requires are kept as long as it requires, without more about you than it asks.
        </p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    text: (
      <p>
        You can ask what we hold about you, have it corrected, take a copy with you, object to a use of it, or have it
        deleted where no law or open dispute stands against it. Write to <EmailLink />. We answer within 30 days.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        We do not knowingly collect data from children under 13. If a child has sent us something, tell us and we delete
        it.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    text: (
      <p>
        Pages and payments travel encrypted. Keys and tokens are encrypted where they are stored, changes made by our
        staff are logged, and only those who run the bookings can see them.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and questions',
    text: (
      <p>
        When this policy changes, the new text stands here before it applies. Questions go to <EmailLink />; you hear
        from us within 30 days.
      </p>
    ),
  },
]
