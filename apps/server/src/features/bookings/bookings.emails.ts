import { addresses } from '@arcadia/contract/addresses'
import { REFUND_KINDS } from '@arcadia/contract/admin/bookings'
import { type Booking, depositAsked } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { type Cents, formatCents, neverTaken } from '@arcadia/contract/money'
import { describePackage } from '@arcadia/contract/packages'
import { cardInWords } from '@arcadia/contract/payments'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { emptyInWords } from '@arcadia/contract/private-mornings'
import { groupInWords, TACKLE_NAMES } from '@arcadia/contract/riders'
import {
  balanceDue,
  balanceDueOn,
  dayEnds,
  daysInWords,
  doneAround,
  fishUntil,
  isPaidByCard,
  lunchServed,
  meetingMap,
  meetingPlace,
  tripStarts,
  waysToPay,
} from '@arcadia/contract/site/business-words'
import { capitalized, numberWord } from '@arcadia/contract/site/number-words'
import { canStillMove, hourInWords } from '@arcadia/contract/site/wording'
import { isPaidByGift, refundedByUs } from '@arcadia/contract/split-kept'
import {
  daysBetween,
  formatDayInWords,
  formatFullDate,
  formatShortDate,
  type TripDate,
  venueDate,
} from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import {
  action,
  actionOutside,
  type Fact,
  facts,
  heading,
  type LetterHead,
  type LetterPart,
  letter,
  maskedAddress,
  nameInMail,
  note,
  plainLine,
  toFacts,
  viewTrip,
} from '../../mail/letter.ts'
import type { Emails, MailContext, MailRenderer } from '../../mail/mail-renderers.ts'
import { ANGLER_ADDED } from './add-angler.service.ts'
import { notAskedFor } from './bookings.rules.ts'
import { outcomeOf } from './bookings.store.ts'
import { tripEventOf } from './trip-event.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'booking-confirmed': { bookingId: number }
    'booking-rescheduled': { bookingId: number; oldDate: TripDate }
    /** `says`: what the history says of each change it tells of. */
    'booking-corrected': { bookingId: number; says?: string[] }
    /** To the confirmed address that a booking's emails went to. */
    'booking-email-changed': { bookingId: number; hasMoved: boolean }
    'trip-reminder': { bookingId: number; tripDate?: TripDate }
  }
}

/** Whether the booking can still be moved, depending on how soon the trip is, and what of the guest's own money is kept. */
function moveRule(booking: FoundBooking, { now, business: { moveDays } }: MailContext): string[] {
  const days = daysInWords(moveDays)
  const { voucherAmount, paidAmount } = booking
  const goes = voucherAmount > 0 && voucherAmount === paidAmount ? 'your gift' : 'what you paid'
  return [
    canStillMove(daysBetween(venueDate(now), booking.trip_date), moveDays)
      ? `Need another day? Move your booking up to ${days} before the trip and ${goes} goes with it.`
      : `Your trip is less than ${days} away, so it can't be moved to another date.`,
    isPaidByGift({ ...booking, depositAmount: booking.deposit_cents })
      ? `${formatCents(booking.deposit_cents)} of your gift isn't refundable.`
      : "The deposit isn't refundable.",
  ]
}

export type About = { booking: FoundBooking; context: MailContext }
type Written = [head: Omit<LetterHead, 'name'>, ...parts: (LetterPart | false)[]]

/** An email to the customer with a calendar file. If the booking changes first, the email about that change replaces this one. */
export const aboutTrip =
  <Params extends { bookingId: number }>(write: (about: About & Params) => Promise<Written>): MailRenderer<Params> =>
  async (params, context) => {
    const booking = await findBooking(context.tx, params.bookingId)
    if (!booking) return null
    const [head, ...parts] = await write({ ...params, booking, context })
    const attachments = [tripFile(booking, context)]
    return { ...letter(context, { ...head, name: booking.first_name }, ...parts), attachments }
  }

/** Of many changes that one email tells of: what came before stands in the facts below. */
const MOST_TOLD = 3

/** Of a bill that is split, who is asked for how much. */
interface OpenShare {
  name: string
  is_own: boolean
  asks: Cents
}

const whoOwes = ({ name, is_own, asks }: OpenShare) => `${is_own ? 'yours' : plainLine(name)} ${formatCents(asks)}`

/** A booking after any change of it: `Updated: 3 anglers instead of 1. The total is $7,500.00.` */
async function asItIsNow(
  { booking, context, says = [] }: About & { says?: string[] },
  openShares: readonly OpenShare[],
): Promise<Written> {
  const isGrown = says.length > 0 && says.every((one) => one.startsWith(ANGLER_ADDED))
  return [
    {
      subject: `${isGrown ? 'An angler was added to your booking' : 'Your booking was updated'}: ${formatDayInWords(booking.trip_date)}`,
      headline: isGrown ? 'One more on the boat' : 'A change to your trip',
      day: dayOf(booking, context),
    },
    ...says.slice(-MOST_TOLD).map(plainLine),
    "Here's how your booking looks now.",
    viewTrip(booking, context),
    facts({
      Name: nameOf(booking),
      Phone: plainLine(formatPhone(booking.phone)),
      ...whatIsBooked(booking, context),
      ...leftToPay(booking, context),
      ...(openShares.length > 0 && { 'Open shares': openShares.map(whoOwes).join(', ') }),
      ...thatMorning(context.business),
    }),
    note('Open the attached file to update your calendar.'),
  ]
}

/** `addToMail` returns the facts that other features add to the confirmation and the reminder. */
export const bookingEmails = ({
  addToMail,
  listOpenShares,
}: {
  addToMail(bookingId: number, context: MailContext): Promise<readonly Fact[]>
  listOpenShares(db: Db, bookingId: number): Promise<readonly OpenShare[]>
}): Emails => ({
  'booking-confirmed': aboutTrip(async ({ booking, context }) => [
    {
      subject: `Booked: ${dayAndHour(booking.trip_date, context.business)}`,
      headline: "You're booked",
      picture: 'booked',
      day: dayOf(booking, context),
    },
    `${whatIsTheirs(booking)} We ${fishUntil(context.business)}.`,
    viewTrip(booking, context),
    ...beforeTrip(booking, context, await addToMail(booking.id, context)),
    heading('Your booking'),
    facts({
      ...whatIsBooked(booking, context),
      Balance: nothingLeft(booking),
    }),
    note(
      ['Open the attached file to add the trip to your calendar.', ...moveRule(booking, context)]
        .filter(Boolean)
        .join(' '),
    ),
    booking.owed > 0 &&
      booking.number_of_guests > 1 &&
      action('Split the balance with your group', context.tripPage(booking)),
  ]),

  'booking-rescheduled': aboutTrip<{ bookingId: number; oldDate: TripDate }>(async ({ booking, oldDate, context }) => {
    // Moved there and back before it was told.
    if (booking.trip_date === oldDate)
      return asItIsNow({ booking, context }, await listOpenShares(context.tx, booking.id))
    const isPending = booking.status === 'PENDING'
    return [
      {
        subject: `Your date has moved: ${dayAndHour(booking.trip_date, context.business)}`,
        headline: isPending ? 'Your new date' : 'See you then',
        day: dayOf(booking, context),
      },
      `Your trip moved from ${formatFullDate(oldDate)}, and what you paid went with it. We ${fishUntil(context.business)}.`,
      isPending && "This booking isn't confirmed yet. We'll email you as soon as it is.",
      viewTrip(booking, context),
      facts({
        ...alwaysNamed(booking, context),
        ...leftToPay(booking, context),
        ...thatMorning(context.business),
      }),
      dayEnds(context.business) ?? false,
      note('Open the attached file to update your calendar.'),
    ]
  }),

  'trip-reminder': aboutTrip(async ({ booking, context }) => [
    {
      subject: `Your trip is coming up: ${dayAndHour(booking.trip_date, context.business)}`,
      headline: 'Almost time to fish',
      asks: 'Running late or feeling sick?',
      day: dayOf(booking, context),
    },
    `See you then. We ${fishUntil(context.business)}.`,
    viewTrip(booking, context),
    ...beforeTrip(booking, context, await addToMail(booking.id, context), TO_BRING),
    heading('Your booking'),
    facts({
      ...alwaysNamed(booking, context),
      Tackle: tackleOf(booking),
      Balance: nothingLeft(booking),
    }),
  ]),

  'booking-corrected': aboutTrip(async (about) =>
    asItIsNow(about, await listOpenShares(about.context.tx, about.booking.id)),
  ),
})

export const emailChanged: Emails = {
  /** Masks the new address and leaves out every name: one of the two addresses may be a stranger's. */
  async 'booking-email-changed'({ bookingId, hasMoved }, { tx, to, ...letterhead }) {
    const booking = await tx
      .selectFrom('bookings')
      .select(['email', 'confirmation_number', 'trip_date'])
      .where('id', '=', bookingId)
      .executeTakeFirst()
    // The office has since changed it back.
    if (!booking || booking.email?.toLowerCase() === to.toLowerCase()) return null
    const { confirmation_number: confirmation, trip_date, email: changed } = booking
    const { email, phone } = letterhead.business
    const ways = [email && 'send us an email', phone && `call ${phone}`].filter(Boolean)
    return letter(
      letterhead,
      {
        subject: `Email address changed: booking ${confirmation}`,
        headline: 'Please check this change',
        name: null,
      },
      `Our office replaced this address on booking ${confirmation}, ${formatFullDate(trip_date)}. Emails about it now go to ${changed === null ? 'nobody' : maskedAddress(changed)}.`,
      hasMoved &&
        'The booking is no longer in the account of this address. To keep its notes for the guide private, we deleted them.',
      `Is the booking yours, and you didn't ask for this? Tell us right away and we'll look into it: ${ways.join(', or ') || 'send us an enquiry from our site'}. If it isn't yours, there's nothing to do.`,
      email
        ? actionOutside(
            'Tell us this is wrong',
            `mailto:${email}?subject=${encodeURIComponent(`I didn't ask for this: booking ${confirmation}`)}`,
          )
        : action('Write to us', addresses.home.href()),
    )
  },
}

/** The date in large type, with the hour and the place; no fact says it again. */
export const dayOf = (booking: Pick<FoundBooking, 'trip_date'>, { business }: MailContext) => ({
  date: booking.trip_date,
  lines: [hourInWords(tripStarts(business)), business.meetingName || meetingPlace(business)],
})

/** In a subject: `Thursday, June 25, 8:00 AM Eastern`. */
export const dayAndHour = (date: TripDate, business: Business) =>
  `${formatDayInWords(date)}, ${hourInWords(tripStarts(business))}`

/** The same among the facts of an email whose large type is an amount: `Thursday, June 25, 2027, 8:00 AM Eastern`. */
export const tripInWords = (date: TripDate, business: Business) =>
  `${formatFullDate(date)}, ${hourInWords(tripStarts(business))}`

const spots = ({ number_of_guests: count }: FoundBooking) => `${numberWord(count)} ${count === 1 ? 'spot' : 'spots'}`

const whatIsTheirs = (booking: FoundBooking) =>
  booking.private_spots === null
    ? `${capitalized(spots(booking))} on the boat ${booking.number_of_guests === 1 ? 'is' : 'are'} yours.`
    : 'The whole boat is yours that morning.'

/** What every email about a trip that stands names of it (docs/rules.md §8.15). */
const alwaysNamed = (booking: FoundBooking, context: Pick<MailContext, 'receiptsPage'>) => ({
  Group: groupOf(booking),
  ...paidWithReceipts(booking, context),
  Confirmation: booking.confirmation_number,
})

const whatIsBooked = (booking: FoundBooking, context: MailContext) => ({
  ...alwaysNamed(booking, context),
  Package: describePackage(booking.package_type),
  Tackle: tackleOf(booking),
  'Private morning': forEmptySpots(booking),
  Total: formatCents(booking.total_cents),
})

/** What the guest has to do and to know. `added` is what other features ask for; it takes the place of ours of the same name. */
function beforeTrip(
  booking: FoundBooking,
  context: MailContext,
  added: readonly Fact[],
  bring: string | null = null,
): LetterPart[] {
  const { business } = context
  const ours = toFacts({
    ...(booking.owed > 0 && leftToPay(booking, context)),
    ...thatMorning(business),
    'What to bring': business.whatToBring || bring,
  })
  const isAdded = ([name]: Fact) => added.some(([other]) => other === name)
  return [
    heading('Before your trip'),
    { facts: [...added, ...ours.filter((fact) => !isAdded(fact))] },
    ['Rods and tackle are on us.', lunchServed(business), doneAround(business)].filter(Boolean).join(' '),
  ]
}

/** What the total has for the rest of the boat: `$500.00 for the 2 empty spots`. */
function forEmptySpots({ private_spots, number_of_guests, spotPrice }: FoundBooking): string | null {
  const emptySpots = (private_spots ?? 0) - number_of_guests
  return emptySpots > 0 ? `${formatCents(emptySpots * (spotPrice ?? 0))} for the ${emptyInWords(emptySpots)}` : null
}

/** What, with the balance, adds up to the total. */
export function paidFacts({
  paidAmount,
  voucherAmount = 0,
  chargedBackAmount,
  forgivenAmount,
  canceledAmount,
  card,
  ...went
}: Pick<Booking, 'paidAmount' | 'refundedAmount' | 'chargedBackAmount' | 'forgivenAmount' | 'canceledAmount'> & {
  voucherAmount?: number
  card?: string | null
}) {
  const refunded = refundedByUs({ ...went, chargedBackAmount })
  return {
    Paid: [
      formatCents(paidAmount),
      ...(voucherAmount === 0
        ? [card]
        : voucherAmount === paidAmount
          ? ['by gift']
          : [`${formatCents(voucherAmount)} of it by gift`, card && `the rest by ${card}`]),
    ]
      .filter(Boolean)
      .join(', '),
    'Canceled charge': canceledAmount > 0 ? neverTaken(canceledAmount) : null,
    Refunded: refunded > 0 ? formatCents(refunded) : null,
    [REFUND_KINDS.CHARGED_BACK]: chargedBackAmount > 0 ? formatCents(chargedBackAmount) : null,
    'Not owed anymore': forgivenAmount > 0 ? formatCents(forgivenAmount) : null,
  }
}

/** The same, with the way to the printable receipts. */
export const paidWithReceipts = (
  booking: Parameters<typeof paidFacts>[0] & Parameters<MailContext['receiptsPage']>[0],
  { receiptsPage }: Pick<MailContext, 'receiptsPage'>,
) => {
  const { Paid, ...others } = paidFacts(booking)
  return { Paid: { value: Paid, way: booking.paidAmount > 0 && action('Receipts', receiptsPage(booking)) }, ...others }
}

/** The sums of a trip that somebody just paid for. */
export const sumsOf = (booking: FoundBooking, context: MailContext) => ({
  Trip: tripInWords(booking.trip_date, context.business),
  Total: formatCents(booking.total_cents),
  ...alwaysNamed(booking, context),
  ...leftToPay(booking, context),
})

export const nameOf = ({ first_name, last_name }: FoundBooking) => nameInMail(first_name, last_name)

export const groupOf = ({ number_of_guests, riders, private_spots: privateMorning }: FoundBooking) =>
  groupInWords({ numberOfGuests: number_of_guests, riders, privateMorning })

/** The chosen tackle; null while undecided. */
export const tackleOf = ({ tackle }: FoundBooking) => (tackle === 'DECIDE_LATER' ? null : TACKLE_NAMES[tackle])

/** What is left to pay, in these words, or that nothing is; null where no balance is spoken of: a canceled or called-off trip. */
export function balanceOf(booking: FoundBooking, leftInWords = formatCents(booking.owed)): string | null {
  if (booking.outcome === null || booking.outcome === 'CALLED_OFF') return null
  return booking.owed === 0 ? 'Nothing left to pay' : leftInWords
}

const nothingLeft = (booking: FoundBooking) => (booking.owed === 0 ? balanceOf(booking) : null)

/** What is missing of the deposit, and the balance; `when` words its day. */
export function leftToPay(booking: FoundBooking, context: MailContext, when = whenAndHow) {
  const { total_cents, deposit_cents, owed, trip_date, deposit_until } = booking
  const owing = { totalAmount: total_cents, depositAmount: deposit_cents, pendingAmount: owed }
  const left = leftInWords({ ...owing, selectedDate: trip_date, depositUntil: deposit_until }, context, when)
  return { Deposit: left.Deposit, Balance: balanceOf(booking, left.Balance) }
}

type Owing = Parameters<typeof depositAsked>[0]

/** What a card is asked for first, as the page of the payment link asks it. */
export const depositAskedNow = (booking: Owing, { business, now }: Pick<MailContext, 'business' | 'now'>) =>
  depositAsked(booking, { today: venueDate(now), isBalanceByCard: isPaidByCard(business) })

/** What is owed, each cent once, and when and how to pay it: a deposit that is missing, and `$4,300.00, by Monday, May 10, 2027 (card)`. */
export function leftInWords(booking: Owing, context: Pick<MailContext, 'business' | 'now'>, whenDue = whenAndHow) {
  const deposit = depositAskedNow(booking, context)
  const rest = booking.pendingAmount - (deposit ?? 0)
  const when = rest > 0 && whenDue(booking.selectedDate, context)
  return {
    Deposit: deposit === undefined ? null : missingInWords(deposit, booking.depositAmount),
    Balance: [formatCents(rest), when].filter(Boolean).join(', '),
  }
}

/** `by Monday, May 10, 2027 (card)`, `by card anytime before the trip`: said also where the owner has set no day or way. */
export function whenAndHow(date: TripDate, { business, now }: Pick<MailContext, 'business' | 'now'>): string {
  const today = venueDate(now)
  const facts = waysToPay(business) ? business : { ...business, balanceByCard: true }
  const due = balanceDue(facts, date, today, 'due now')!
  return balanceDueOn(business, date) === undefined && today <= date ? `${due} anytime before the trip` : due
}

/** To people who work here: `due Mon, May 10`. */
export function whenOwed(date: TripDate, { business, now }: Pick<MailContext, 'business' | 'now'>): string {
  const dueOn = balanceDueOn(business, date)
  const isOverdue = (dueOn ?? date) < venueDate(now)
  if (isOverdue) return 'due now'
  return dueOn === undefined ? 'due before the trip' : `due ${formatShortDate(dueOn)}`
}

const missingInWords = (missing: Cents, deposit: Cents) =>
  missing < deposit
    ? `${formatCents(missing)} of ${formatCents(deposit)} left to pay`
    : `${formatCents(deposit)}, not paid yet`

const TO_BRING = 'A hat, sunglasses, sunscreen, a rain jacket, and shoes that can get wet.'

/** How to get there, as far as the owner has said. */
function thatMorning(business: Business) {
  const place = meetingPlace(business)
  const map = meetingMap(business)
  return {
    'Where to meet': place || map ? { value: place ?? 'At the pin', way: findUs(map) } : null,
    'How to find us': business.meetingDirections || null,
  }
}

const findUs = (map: string | undefined) => map !== undefined && actionOutside('Find us on the map', map)

export type FoundBooking = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** The trip as a calendar attachment; a later one for the same booking replaces or removes the event. */
function tripFile(booking: FoundBooking, context: MailContext) {
  const { method, content } = tripEventOf(
    {
      id: booking.id,
      selectedDate: booking.trip_date,
      numberOfGuests: booking.number_of_guests,
      riders: booking.riders,
      confirmationNumber: booking.confirmation_number,
      status: booking.status,
      outcome: booking.outcome,
      email: booking.email,
      eventSequence: booking.eventSequence,
    },
    context,
  )
  return { filename: 'trip.ics', contentType: `text/calendar; charset=utf-8; method=${method}`, content }
}

export async function findBooking(db: Db, id: number) {
  const booking = await db
    .selectFrom('bookings as b')
    .selectAll()
    .select(sql<number | null>`(select private_spot_price_cents from holds where booking_id = b.id)`.as('spotPrice'))
    .select(
      sql<number>`(select coalesce(sum(cents), 0)::integer from money_in where booking_id = b.id)`.as('paidAmount'),
    )
    .select(
      sql<number>`(select coalesce(sum(cents), 0)::integer from money_in where booking_id = b.id and method = 'VOUCHER')`.as(
        'voucherAmount',
      ),
    )
    .select(
      sql<number>`(select coalesce(sum(cents), 0)::integer from money_back where booking_id = b.id)`.as(
        'refundedAmount',
      ),
    )
    .select([sql<number>`owed(b)`.as('owed'), sql<number>`canceled_of(b.id)`.as('canceledAmount')])
    .select(sql<number>`charged_back_of(b.id)`.as('chargedBackAmount'))
    .select([outcomeOf.as('outcome'), sql<number>`event_sequence(b)`.as('eventSequence')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!booking) return undefined
  const { outcome, total_cents: total, paidAmount, refundedAmount, owed } = booking
  return {
    ...booking,
    card: await findOnlyCard(db, id),
    forgivenAmount: notAskedFor({ outcome, total, kept: paidAmount - refundedAmount, owed }),
  }
}

/** The card that paid, if one card alone did, however often, or beside a gift voucher. */
export async function findOnlyCard(db: Db, bookingId: number): Promise<string | null> {
  const { rows } = await sql<{ cardBrand: string | null; last4: string | null }>`
    select distinct a.card_brand as "cardBrand", a.last4 from payment_attempts a
    where booking_id = ${bookingId} and outcome = 'CAPTURED'
      and not exists (select from money_in m where m.booking_id = a.booking_id and method not in ('CARD', 'VOUCHER'))`.execute(
    db,
  )
  return rows.length === 1 ? cardInWords(rows[0]!) : null
}
