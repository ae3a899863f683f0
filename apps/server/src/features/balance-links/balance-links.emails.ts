import { addresses } from '@arcadia/contract/addresses'
import { formatUntil } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { groupInWords } from '@arcadia/contract/riders'
import { balanceDue, balanceDueOn, isPaidByCard, reachUs } from '@arcadia/contract/site/business-words'
import { capitalized } from '@arcadia/contract/site/number-words'
import { formatFullDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { makeLink } from '../../http/links.ts'
import { action, facts, type LetterPart, letter } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { paidFacts } from '../bookings/bookings.emails.ts'
import { findDue } from '../bookings/money-due.service.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** Reminders of before have no `tripDate`. */
    'balance-reminder': { bookingId: number; tripDate?: TripDate; dueOn: TripDate }
    /** The spots are held until the deposit is paid. */
    'deposit-awaited': { bookingId: number }
    /** To who asked for a fresh link. */
    'pay-link': { bookingId: number }
  }
}

type Owing = NonNullable<Awaited<ReturnType<typeof findDue>>>

export const balanceEmails: Emails = {
  async 'balance-reminder'({ bookingId, dueOn }, context) {
    const { business, tx, now } = context
    const today = venueDate(now)
    const booking = await findDue(tx, now, bookingId)
    // The trip has since moved, or the owner changed the due date.
    if (!booking || balanceDueOn(business, booking.selectedDate) !== dueOn) return null
    const date = formatFullDate(booking.selectedDate)
    const when = whenDue(dueOn, booking, today)
    const due = balanceDue(business, booking.selectedDate, today, 'due now')
    return letter(
      context,
      {
        subject: `Your balance ${when}`,
        headline: 'Your balance',
        name: booking.firstName,
        amount: { cents: booking.owed, when: due && capitalized(due) },
      },
      `That's what is left to pay for your trip on ${date}. It ${when}.`,
      ...(await payParts(booking, context)),
      facts({
        Confirmation: booking.confirmationNumber,
        Trip: date,
        Group: groupInWords(booking),
        ...paidFacts(booking),
        Balance: [formatCents(booking.owed), due].filter(Boolean).join(', '),
      }),
      dueOn < today && "Already paid? Then you're all set.",
      reachUs('Questions?', business),
    )
  },

  async 'deposit-awaited'({ bookingId }, context) {
    const booking = await findDue(context.tx, context.now, bookingId)
    // Since paid or let go.
    if (!booking) return null
    const { selectedDate, depositUntil, totalAmount, depositAmount } = booking
    const until = formatUntil(depositUntil!)
    const date = formatFullDate(selectedDate)
    return letter(
      context,
      {
        subject: `Pay the deposit by ${until}: ${date}`,
        headline: 'Your spots are waiting',
        name: booking.firstName,
        amount: { cents: depositAmount, when: `By ${until}` },
      },
      `We're holding your spots on ${date} until ${until}. Pay the deposit by then and they're yours. After that, they open up to others.`,
      ...(await payParts(booking, context)),
      facts({
        Trip: date,
        Group: groupInWords(booking),
        Total: formatCents(totalAmount),
        Deposit: formatCents(depositAmount),
        'Held until': until,
      }),
      reachUs('Questions?', context.business),
    )
  },

  async 'pay-link'({ bookingId }, context) {
    const booking = await findDue(context.tx, context.now, bookingId)
    const parts = booking?.email === context.to ? await payParts(booking, context) : []
    if (!booking || parts.length === 0) return null
    const date = formatFullDate(booking.selectedDate)
    return letter(
      context,
      { subject: `Your payment link: ${date}`, headline: 'Pay when it suits you', name: booking.firstName },
      `Here's a fresh link to pay for your trip on ${date}.`,
      ...parts,
      reachUs('Questions?', context.business),
    )
  },
}

function whenDue(dueOn: TripDate, { createdAt, selectedDate }: Owing, today: TripDate): string {
  // A customer who booked after the due date isn't late.
  if (dueOn < today && venueDate(createdAt) >= dueOn) return 'is due now'
  if (dueOn < today) return `was due ${formatFullDate(dueOn)}`
  if (dueOn === today) return 'is due today'
  return dueOn === selectedDate ? 'is due the morning of your trip' : `is due ${formatFullDate(dueOn)}`
}

/** A missing deposit as a fact, and a link to pay what is owed, with a new token for each email; empty if nothing is owed. */
export async function addPayLink(bookingId: number, context: MailContext): Promise<LetterPart[]> {
  const booking = await findDue(context.tx, context.now, bookingId)
  if (!booking) return []
  const missing = booking.deposit > 0 && facts({ Deposit: `${formatCents(booking.depositAmount)}, not paid yet` })
  return [...(missing ? [missing] : []), ...(await payParts(booking, context))]
}

async function payParts(booking: Owing, context: MailContext): Promise<LetterPart[]> {
  const { tx, now, to, business } = context
  const isDeposit = booking.deposit > 0
  if (!isDeposit && !isPaidByCard(business)) return []
  const what = isDeposit ? 'deposit' : 'balance'
  const link = await makeLink(tx, now, { purpose: 'PAY', bookingId: booking.id, email: to })
  return [
    action(
      `Pay the ${what}`,
      addresses.payBalance.href(link),
      'This link needs no sign-in and can only pay, so you can forward it to whoever is paying.',
    ),
  ]
}
