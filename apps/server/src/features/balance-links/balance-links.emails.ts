import { addresses } from '@arcadia/contract/addresses'
import { formatUntil } from '@arcadia/contract/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { describePackage } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import { balanceDueOn, isPaidByCard, waysToPay } from '@arcadia/contract/site/business-words'
import { capitalized } from '@arcadia/contract/site/number-words'
import { daysBetween, formatDayInWords, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { makeLink } from '../../http/links.ts'
import { action, type Fact, facts, letter, note, plainLine, toFacts, viewTrip } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import {
  depositAskedNow,
  findOnlyCard,
  leftInWords,
  paidWithReceipts,
  tripInWords,
  whenAndHow,
} from '../bookings/bookings.emails.ts'
import { findDue } from '../bookings/money-due.service.ts'
import { readSplit } from '../shares/shares.writes.ts'

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
    const when = whenDue(dueOn, booking, today)
    const { shares, rest } = await readSplit(tx, bookingId)
    const open = shares.filter(({ asks }) => asks > 0)
    if (open.length > 0)
      return remindOrganizer(context, booking, { open, rest, when, due: dueInSubject(dueOn, booking, today) })
    const deposit = depositAskedNow(booking, context)
    return letter(
      context,
      {
        subject: `${formatCents(booking.owed)} ${dueInSubject(dueOn, booking, today)}`,
        headline: 'Your balance',
        name: booking.firstName,
        amount: {
          cents: booking.owed,
          when: [capitalized(when.replace(/^is /, '')), waysToPay(business)].filter(Boolean).join(', '),
        },
      },
      deposit === undefined
        ? "That's what is left to pay for your trip."
        : `That's what is left to pay for your trip. ${formatCents(deposit)} of it is the deposit, which comes first.`,
      (await linkToPay(booking, context, deposit === undefined ? `Pay ${formatCents(booking.owed)}` : PAY_DEPOSIT)) ??
        false,
      facts({
        ...tripFacts(booking, context),
        Total: formatCents(booking.totalAmount),
        ...paidWithReceipts({ ...booking, card: await findOnlyCard(tx, bookingId) }, context),
      }),
      ...(deposit === undefined && isPaidByCard(business) ? [await useVoucher(booking, context)] : []),
      shares.length > 0 && action('See who has paid', context.tripPage(booking)),
      viewTrip(booking, context),
      dueOn < today && note("Already paid? Then you're all set."),
    )
  },

  async 'deposit-awaited'({ bookingId }, context) {
    const booking = await findDue(context.tx, context.now, bookingId)
    // Since paid or let go.
    if (!booking) return null
    const { depositUntil, totalAmount, deposit } = booking
    const until = formatUntil(depositUntil!)
    return letter(
      context,
      {
        subject: `Pay the ${formatCents(deposit)} deposit by ${until}`,
        headline: 'Your spots are waiting',
        name: booking.firstName,
        amount: { cents: deposit, when: `By ${until}` },
      },
      "We're holding your spots until then. Pay the deposit and they're yours. After that, they open up to others.",
      (await linkToPay(booking, context, PAY_DEPOSIT)) ?? false,
      facts({
        ...tripFacts(booking, context),
        Package: describePackage(booking.packageType),
        Total: formatCents(totalAmount),
      }),
      viewTrip(booking, context),
    )
  },

  async 'pay-link'({ bookingId }, context) {
    const booking = await findDue(context.tx, context.now, bookingId)
    if (booking?.email !== context.to) return null
    const deposit = depositAskedNow(booking, context)
    const cents = deposit ?? booking.owed
    const pay = await linkToPay(booking, context, `Pay ${formatCents(cents)}`)
    if (!pay) return null
    return letter(
      context,
      {
        subject: `Your payment link: ${formatCents(cents)} for ${formatDayInWords(booking.selectedDate)}`,
        headline: deposit === undefined ? 'Your balance' : 'Your deposit',
        name: booking.firstName,
        amount: { cents, when: byWhen(booking, context) },
      },
      "Here's a fresh link to pay for your trip.",
      pay,
      facts(tripFacts(booking, context)),
    )
  },
}

const tripFacts = (booking: Owing, { business }: MailContext) => ({
  Trip: tripInWords(booking.selectedDate, business),
  Group: groupInWords(booking),
  Confirmation: booking.confirmationNumber,
})

/** `By Thursday, June 10, 2027 (card)` */
function byWhen(booking: Owing, context: MailContext): string {
  const { depositUntil, selectedDate } = booking
  if (depositUntil) return `By ${formatUntil(depositUntil)}`
  if (depositAskedNow(booking, context) !== undefined) return 'Due now'
  return capitalized(whenAndHow(selectedDate, context))
}

interface OpenShares {
  open: readonly { name: string; asks: Cents; is_own: boolean }[]
  /** What no share covers. */
  rest: Cents
  when: string
  /** The same in the subject. */
  due: string
}

/** Who split the bill is asked for one's own share or what no share covers, and told which others are open. */
async function remindOrganizer(context: MailContext, booking: Owing, { open, rest, when, due }: OpenShares) {
  const own = open.find(({ is_own }) => is_own)?.asks ?? 0
  const yours = own + rest
  const others = open.filter(({ is_own }) => !is_own)
  const cents = yours || others.reduce((sum, { asks }) => sum + asks, 0)
  const what = own > 0 ? 'share' : 'balance'
  return letter(
    context,
    {
      subject: `${yours > 0 ? '' : "Your friends' shares: "}${formatCents(cents)} ${due}`,
      headline: yours > 0 ? `Your ${what}` : 'Shares still open',
      name: booking.firstName,
      amount: { cents, when: capitalized(when.replace(/^is /, '')) },
    },
    own > 0
      ? `That's your share of the bill of your trip.${others.length > 0 ? " Your friends' shares below are open too. What your friends don't pay, you owe." : ''}`
      : yours > 0
        ? "That's what no share of your trip covers, beside the shares below."
        : "You split the bill of your trip, and these shares aren't paid yet. What your friends don't pay, you owe.",
    action('See who has paid', context.tripPage(booking)),
    {
      facts: [
        ...others.map(({ name, asks }): Fact => [`${plainLine(name)}'s share`, formatCents(asks)]),
        ...toFacts(tripFacts(booking, context)),
      ],
    },
  )
}

/** `due Thursday for your trip on June 25`, or `due June 18`, if that is more than six days ahead. */
function dueInSubject(dueOn: TripDate, booking: Owing, today: TripDate): string {
  const trip = `for your trip on ${dateAlone(booking.selectedDate)}`
  if (dueOn < today && venueDate(booking.createdAt) >= dueOn) return `due now ${trip}`
  const [weekday = ''] = formatDayInWords(dueOn).split(', ')
  if (dueOn < today) return `was due ${dateAlone(dueOn)} ${trip}`
  if (dueOn === today) return `due today ${trip}`
  if (dueOn === booking.selectedDate) return `due the morning of your trip on ${dateAlone(dueOn)}`
  return `due ${daysBetween(today, dueOn) < 7 ? weekday : dateAlone(dueOn)} ${trip}`
}

/** `June 18` */
const dateAlone = (date: TripDate) => formatDayInWords(date).split(', ')[1]

/** What stands below the amount in large type. */
function whenDue(dueOn: TripDate, { createdAt, selectedDate }: Owing, today: TripDate): string {
  // A customer who booked after the due date isn't late.
  if (dueOn < today && venueDate(createdAt) >= dueOn) return 'is due now'
  const day = formatDayInWords(dueOn)
  if (dueOn < today) return `was due ${day}`
  if (dueOn === today) return `is due today, ${day}`
  return dueOn === selectedDate ? 'is due the morning of your trip' : `is due ${day}`
}

/** A missing deposit or what is left to pay, with a link to pay it, whose token is new in each email; empty if nothing is owed. */
export async function addPayLink(bookingId: number, context: MailContext): Promise<Fact[]> {
  const booking = await findDue(context.tx, context.now, bookingId)
  if (!booking) return []
  const { Deposit, Balance } = leftInWords(booking, context)
  return Deposit === null
    ? [['Balance', Balance, await linkToPay(booking, context, 'Pay the balance')]]
    : [['Deposit', Deposit, await linkToPay(booking, context, PAY_DEPOSIT)]]
}

const PAY_DEPOSIT = 'Pay the deposit'

/** Undefined where what is owed can't be paid by card. */
async function linkToPay(booking: Owing, context: MailContext, label: string) {
  if (booking.deposit === 0 && !isPaidByCard(context.business)) return undefined
  return action(
    label,
    await payPage(booking, context),
    'This link needs no sign-in and can only pay, so you can forward it to whoever is paying.',
  )
}

const useVoucher = async (booking: Owing, context: MailContext) =>
  action('Use a gift code', await payPage(booking, context))

const payPage = async ({ id: bookingId }: Owing, { tx, now, to }: MailContext) =>
  addresses.payBalance.href(await makeLink(tx, now, { purpose: 'PAY', bookingId, email: to }))
