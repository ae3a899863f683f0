import { UsByEmail } from '../business-links.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      description="What we keep about you, why, for how long, and how to get it corrected or removed."
      lead="We ask only for what we need to take you fishing. This page says what that is, who else sees it, how long we keep it, and how to get it changed or removed."
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
          <b>Your account:</b> username, email address, phone number, and your name if you give it. We keep your
          password only as a one-way hash.
        </li>
        <li>
          <b>Your bookings:</b> date, package, number of anglers, amounts, confirmation number, and every change to
          them.
        </li>
        <li>
          <b>Your payments:</b> amount, time, result, and the card brand and last four digits if the provider reports
          them. We never store card numbers or security codes.
        </li>
        <li>
          <b>What you write to us:</b> enquiries with your name, email, phone, and country; questions about a booking;
          waitlist entries; refund requests; and reviews with their photos, without the place and time your camera wrote
          into them.
        </li>
        <li>
          <b>What you tell your guide:</b> if you choose to, experience, seats, health, allergies, and birthdays in your
          group. Only you and our staff see it, and we delete it 30 days after the trip.
        </li>
        <li>
          <b>A bill that you split:</b> the names and email addresses of your friends that you give us, to send each the
          link to their share.
        </li>
        <li>
          <b>Gifts:</b> the names, the email addresses, and the message on one, until 24 months after it was last paid
          for or used; 30 days if nobody paid for it. You need no account to buy one, only an email address.
        </li>
        <li>
          <b>A tip by card:</b> your name, your email address and the amount, until 24 months after you paid it.
        </li>
        <li>
          <b>The waiver, if you sign one for a trip:</b> your name, date of birth and signature, a parent's or
          guardian's name for a minor, and when and from what IP address it was signed, until 24 months after the trip.
        </li>
        <li>
          <b>Our emails about a booking:</b> what they said and when they were sent, until 24 months after the trip.
        </li>
        <li>
          <b>Technical records:</b> the IP address and time of a request, kept for security and to stop abuse.
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
          To hold your date, take your deposit, send confirmations and reminders, answer you, keep the records the law
          requires, and protect accounts and cards from misuse. We don't sell it, rent it, or use it to advertise to you
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
          <b>The payments provider</b> processes your card details under its own terms and tells us the result.
        </li>
        <li>
          <b>The bot protection</b>, if turned on, loads only when you pay. It belongs to Google and watches how the
          page is used to tell people from bots.
        </li>
        <li>
          <b>The email service</b> that delivers our messages to you.
        </li>
        <li>
          <b>Everyone who visits this site</b>, if we publish your review: the stars, your words and photos, your first
          name, and the month of your trip. We look at every review first.
        </li>
        <li>
          <b>Your group</b>, if you share its link: your first name, when and where you meet, and nothing about money.
        </li>
        <li>
          <b>The social network</b>, but only if you tap See it on Instagram or open our profile. Nothing from it loads
          before that.
        </li>
        <li>
          <b>Authorities</b>, where the law requires it.
        </li>
      </ul>
    ),
  },
  {
    id: 'browser',
    title: 'In your browser',
    text: (
      <p>
        When you sign in, we store a token and your account details in this browser to keep you signed in. Signing out
        removes both. For 7 days the page of your trip, as you last opened it, opens in this browser without a signal.
        After that it isn't shown, and it is deleted the next time you open a trip here. Signing out deletes it, too.
        For 30 days, a cookie that only our sign-in reads remembers that this browser has signed in before, so strangers
        guessing passwords can't lock you out. It doesn't identify you and can't sign anyone in. What you type but don't
        send stays in that tab until you send it, close the tab, or sign out. Of your card details, only the billing
        address is kept that way. A company's name that you put on a receipt, the first names of who signed a waiver
        here, a tip that you paid here, and small preferences, such as a paused gallery, also stay in your browser and
        never leave it.
      </p>
    ),
  },
  {
    id: 'analytics',
    title: 'Analytics',
    text: (
      <p>
        Off until you agree. If you do, our own server counts page views, clicks, and how far you scroll, and passes
        that on to Google Analytics. No third-party script is loaded for it. You can change your mind at any time. We
        also count how many visits reach each step of a booking. That count stores nothing in your browser and can't
        tell who you are.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    text: (
      <>
        <p>
          Your account stays until you close it. Once you close it, nobody can sign in to it. Its bookings keep your
          name, your email address, and the proof of payment until 24 months after the trip, because a payment can be
          disputed that long. Then we erase them.
        </p>
        <p>We keep payment records for as long as tax law requires, and nothing it doesn't require.</p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    text: (
      <p>
        You can ask what we have about you, have it corrected, get a copy, object to how we use it, or have it deleted
        unless the law or an open dispute requires us to keep it. Write to <UsByEmail />. We answer within 30 days.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        We don't knowingly collect data from children under 13. A parent or guardian who signs for a child gives us the
        child's name and birth date. If a child has sent us something, tell us and we'll delete it.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    text: (
      <p>
        Pages and payments are encrypted in transit. Keys and tokens are encrypted where they are stored, changes our
        staff make are logged, and only the people who run the bookings can see them.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and questions',
    text: (
      <p>
        If this policy changes, we post the new version here before it takes effect. Send questions to <UsByEmail />,
        and we will answer within 30 days.
      </p>
    ),
  },
]
