import { addresses } from '@arcadia/contract/addresses'
import { type Booking, DEPOSIT_MISSED } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { formatCents, neverTaken } from '@arcadia/contract/money'
import { describePackage } from '@arcadia/contract/packages'
import { cardInWords } from '@arcadia/contract/payments'
import { groupInWords, TACKLE_NAMES } from '@arcadia/contract/riders'
import {
  balanceDue,
  callUs,
  dayEnds,
  daysInWords,
  fishUntil,
  meetingMap,
  meetingPlace,
  reachUs,
  tripStarts,
} from '@arcadia/contract/site/business-words'
import { capitalized, numberWord } from '@arcadia/contract/site/number-words'
import { canStillMove, hourInWords, LUNCH } from '@arcadia/contract/site/wording'
import { daysBetween, formatFullDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import {
  action,
  actionOutside,
  facts,
  type LetterHead,
  type LetterPart,
  letter,
  nameInMail,
  note,
  plainLine,
} from '../../mail/letter.ts'
import type { Emails, MailContext, MailRenderer } from '../../mail/mail-renderers.ts'
import { notAskedFor } from './bookings.rules.ts'
import { outcomeOf } from './bookings.store.ts'
import type { CancelledBy } from './cancel-booking.service.ts'
import { tripEventOf } from './trip-event.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'booking-confirmed': { bookingId: number }
    'booking-rescheduled': { bookingId: number; oldDate: TripDate }
    /** Emails of before have no `by`. */
    'booking-cancelled': { bookingId: number; by?: CancelledBy }
    'booking-corrected': { bookingId: number }
    /** To the confirmed address that a booking's emails went to. */
    'booking-email-changed': { bookingId: number; hasMoved: boolean }
    'trip-reminder': { bookingId: number; tripDate?: TripDate }
  }
}

/** Whether the booking can still be moved, depending on how soon the trip is. */
function moveRule(tripDate: TripDate, now: Date, { moveDays }: Business): string {
  const days = daysInWords(moveDays)
  return canStillMove(daysBetween(venueDate(now), tripDate), moveDays)
    ? `Need another day? Move your booking up to ${days} before the trip and your deposit goes with it. The deposit isn't refundable.`
    : `Your trip is less than ${days} away, so it can't be moved to another date. The deposit isn't refundable.`
}

type About = { booking: FoundBooking; date: string; context: MailContext }
type Written = [head: Omit<LetterHead, 'name'>, ...parts: (LetterPart | false)[]]

/** An email to the customer with a calendar file. If the booking changes first, the email about that change replaces this one. */
const aboutTrip =
  <Params extends { bookingId: number }>(write: (about: About & Params) => Promise<Written>): MailRenderer<Params> =>
  async (params, context) => {
    const booking = await findBooking(context.tx, params.bookingId)
    if (!booking) return null
    const date = formatFullDate(booking.trip_date)
    const [head, ...parts] = await write({ ...params, booking, date, context })
    const attachments = [tripFile(booking, context)]
    return { ...letter(context, { ...head, name: booking.first_name }, ...parts), attachments }
  }

/** Who or what canceled the trip, as its guest reads it. */
function whoCanceledIt({ booking, date, by }: About & { by?: CancelledBy }) {
  if (booking.status_reason === DEPOSIT_MISSED)
    return {
      headline: 'Your spots opened up',
      says: "We held your spots, but the deposit wasn't paid in time. You don't owe anything.",
    }
  if (by === 'guest') return { headline: 'Hope to see you another day', says: `You canceled your trip on ${date}.` }
  if (by === 'calledOff')
    return { headline: 'Hope to see you another day', says: `You canceled your trip, which we had called off.` }
  const says = `We canceled your trip on ${date}.`
  return { headline: "We're sorry", says, isByUs: true }
}

/** A booking after any change of it. */
async function asItIsNow({ booking, date, context }: About): Promise<Written> {
  return [
    { subject: `Your booking was updated: ${date}`, headline: 'A change to your trip', day: dayOf(booking, context) },
    "Here's how your booking looks now.",
    facts({
      Confirmation: booking.confirmation_number,
      Name: nameOf(booking),
      Phone: plainLine(booking.phone),
      ...moneyFacts(booking, date, context),
    }),
    viewOf(booking),
    reachUs('Something not right?', context.business),
  ]
}

/** `addToMail` returns what other features add to the confirmation and the reminder. */
export const bookingEmails = ({
  addToMail,
}: {
  addToMail(bookingId: number, context: MailContext): Promise<readonly LetterPart[]>
}): Emails => ({
  'booking-confirmed': aboutTrip(async ({ booking, date, context }) => [
    {
      subject: `Your date is booked: ${date}`,
      headline: "You're booked",
      picture: 'booked',
      day: dayOf(booking, context),
    },
    `${capitalized(spots(booking))} on the boat ${booking.number_of_guests === 1 ? 'is' : 'are'} yours. We start at ${hourInWords(tripStarts(context.business))} and ${fishUntil(context.business)}.`,
    viewOf(booking),
    facts({ Confirmation: booking.confirmation_number, ...moneyFacts(booking, date, context) }),
    ...thatMorning(context),
    context.business.whatToBring ? toBring(context.business.whatToBring) : false,
    `Rods and tackle are on us. ${LUNCH}`,
    ...(await addToMail(booking.id, context)),
    note(moveRule(booking.trip_date, context.now, context.business)),
    note('Open the attached file to add the trip to your calendar.'),
  ]),

  'booking-rescheduled': aboutTrip<{ bookingId: number; oldDate: TripDate }>(
    async ({ booking, date, oldDate, context }) => {
      // Moved there and back before it was told.
      if (booking.trip_date === oldDate) return asItIsNow({ booking, date, context })
      return [
        { subject: `Your date has moved: ${date}`, headline: 'See you then', day: dayOf(booking, context) },
        `What you paid went with you. We start at ${hourInWords(tripStarts(context.business))} and ${fishUntil(context.business)}.`,
        viewOf(booking),
        facts({
          Confirmation: booking.confirmation_number,
          'New date': date,
          'Old date': formatFullDate(oldDate),
          'Where to meet': meetingPlace(context.business) ?? null,
          Group: groupOf(booking),
          Balance: balanceOf(booking, context),
        }),
        ...thatMorning(context),
        note('Open the attached file to update your calendar.'),
      ]
    },
  ),

  'trip-reminder': aboutTrip(async ({ booking, date, context }) => [
    { subject: `Your trip is coming up: ${date}`, headline: 'Almost time to fish', day: dayOf(booking, context) },
    `See you ${date}, at ${hourInWords(tripStarts(context.business))}. We ${fishUntil(context.business)}.`,
    viewOf(booking),
    ...thatMorning(context),
    context.business.whatToBring
      ? toBring(context.business.whatToBring)
      : 'Bring a hat, sunglasses, sunscreen, a rain jacket, and shoes that can get wet.',
    `Rods and tackle are on us. ${LUNCH}`,
    facts({
      Confirmation: booking.confirmation_number,
      'Where to meet': meetingPlace(context.business) ?? null,
      Group: groupOf(booking),
      Tackle: tackleOf(booking),
      Balance: balanceOf(booking, context),
    }),
    ...(await addToMail(booking.id, context)),
    reachUs('Running late or feeling sick?', context.business),
  ]),

  'booking-corrected': aboutTrip(asItIsNow),
})

export const cancellationEmails: Emails = {
  'booking-cancelled': aboutTrip<{ bookingId: number; by?: CancelledBy }>(async (about) => {
    const { booking, date, context } = about
    const { refunded, refunding, refundedOtherwise, byHand, ended, owed, kept } = await sharePaid(
      context.tx,
      context.now,
      booking,
    )
    const whoCanceled = whoCanceledIt(about)
    return [
      { subject: `Your booking is canceled: ${date}`, headline: whoCanceled.headline },
      whoCanceled.says,
      booking.cancel_reason !== null && { lead: "Here's why:", quote: booking.cancel_reason },
      facts({ Confirmation: booking.confirmation_number, Date: date, Group: groupOf(booking) }),
      refunded > 0 && `We refunded ${formatCents(refunded)} to your card earlier.`,
      refunding > 0 && `We're refunding ${formatCents(refunding)} to your card and will email you when it's done.`,
      refundedOtherwise > 0 && `We refunded ${formatCents(refundedOtherwise)} the way you paid it, not to a card.`,
      byHand > 0 && `We'll hand your ${formatCents(byHand)} back. ${callUs(context.business)}`,
      owed > 0 &&
        `We're arranging your refund of ${formatCents(owed)} and will email you when it's done. You don't need to do anything.`,
      ended > 0 &&
        `You paid ${formatCents(ended)} with a gift voucher that can't be used anymore, so it isn't back on it. ${callUs(context.business)} We'll sort it out.`,
      kept > 0 &&
        (whoCanceled.isByUs
          ? `We haven't refunded the ${formatCents(kept)} you paid.`
          : `Per our terms, the ${formatCents(kept)} you paid isn't refundable.`),
      whoCanceled.isByUs === true && reachUs(kept > 0 ? 'Not what you expected?' : 'Questions?', context.business),
      action('See the open dates', addresses.season.href()),
      note('The trip removes itself from most calendars. If it stays in yours, delete it.'),
    ]
  }),
}

export const emailChanged: Emails = {
  /** Leaves out the new address and every name: one of the two addresses may be a stranger's. */
  async 'booking-email-changed'({ bookingId, hasMoved }, { tx, to, ...letterhead }) {
    const booking = await tx
      .selectFrom('bookings')
      .select(['email', 'confirmation_number', 'trip_date'])
      .where('id', '=', bookingId)
      .executeTakeFirst()
    // The office has since changed it back.
    if (!booking || booking.email?.toLowerCase() === to.toLowerCase()) return null
    const { confirmation_number: confirmation, trip_date } = booking
    const { email, phone } = letterhead.business
    const ways = [email && 'send us an email', phone && `call ${phone}`].filter(Boolean)
    return letter(
      letterhead,
      {
        subject: `The email address of booking ${confirmation} was changed`,
        headline: 'Please check this change',
        name: null,
      },
      `Our office replaced this address on booking ${confirmation}, ${formatFullDate(trip_date)}. Emails about it now go to another one.`,
      hasMoved &&
        "The booking is no longer in the account of this address. Notes for the guide didn't go with it: we deleted them.",
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

/** The date in large type, with the hour and the place. */
const dayOf = (booking: FoundBooking, { business }: MailContext) => ({
  date: booking.trip_date,
  lines: [hourInWords(tripStarts(business)), business.meetingName || meetingPlace(business)],
})

const spots = ({ number_of_guests: count }: FoundBooking) => `${numberWord(count)} ${count === 1 ? 'spot' : 'spots'}`

const viewOf = ({ id }: FoundBooking) => action('View your booking', addresses.bookings.booking.href({ id }))

function moneyFacts(booking: FoundBooking, date: string, context: MailContext) {
  return {
    Date: date,
    'Where to meet': meetingPlace(context.business) ?? null,
    Group: groupOf(booking),
    Package: describePackage(booking.package_type),
    Tackle: tackleOf(booking),
    Total: formatCents(booking.total_cents),
    ...paidFacts(booking),
    Balance: balanceOf(booking, context),
  }
}

/** What, with the balance, adds up to the total. */
export const paidFacts = ({
  paidAmount,
  refundedAmount,
  forgivenAmount,
  canceledAmount,
  card,
}: Pick<Booking, 'paidAmount' | 'refundedAmount' | 'forgivenAmount' | 'canceledAmount'> & {
  card?: string | null
}) => ({
  Paid: [formatCents(paidAmount), card].filter(Boolean).join(', '),
  'Canceled charge': canceledAmount > 0 ? neverTaken(canceledAmount) : null,
  Refunded: refundedAmount > 0 ? formatCents(refundedAmount) : null,
  'Not owed anymore': forgivenAmount > 0 ? formatCents(forgivenAmount) : null,
})

export const nameOf = ({ first_name, last_name }: FoundBooking) => nameInMail(first_name, last_name)

export const groupOf = ({ number_of_guests, riders }: FoundBooking) =>
  groupInWords({ numberOfGuests: number_of_guests, riders })

/** The chosen tackle; null while undecided. */
export const tackleOf = ({ tackle }: FoundBooking) => (tackle === 'DECIDE_LATER' ? null : TACKLE_NAMES[tackle])

/** The balance, and when and how to pay it: `$4,300.00, by Monday, May 10, 2027, by card`. */
function balanceOf(booking: FoundBooking, { business, now }: MailContext): string {
  const when = booking.owed > 0 && balanceDue(business, booking.trip_date, venueDate(now), 'due now')
  return [formatCents(booking.owed), when].filter(Boolean).join(', ')
}

/** Directions and when the day ends, as far as the owner has set them. */
function thatMorning({ business }: MailContext) {
  const map = meetingMap(business)
  return [
    business.meetingDirections ? `How to find us: ${business.meetingDirections}` : false,
    map ? actionOutside('Find us on the map', map) : false,
    dayEnds(business) ?? false,
  ] as const
}

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
    .select(
      sql<number>`(select coalesce(sum(cents), 0)::integer from money_in where booking_id = b.id)`.as('paidAmount'),
    )
    .select(
      sql<number>`(select coalesce(sum(cents), 0)::integer from money_back where booking_id = b.id)`.as(
        'refundedAmount',
      ),
    )
    .select([sql<number>`owed(b)`.as('owed'), sql<number>`canceled_of(b.id)`.as('canceledAmount')])
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

/** The card that paid, if one card alone did and nothing else. */
async function findOnlyCard(db: Db, bookingId: number): Promise<string | null> {
  const { rows } = await sql<{ cardBrand: string | null; last4: string | null }>`
    select a.card_brand as "cardBrand", a.last4 from payment_attempts a
    where booking_id = ${bookingId} and outcome = 'CAPTURED'
      and not exists (select from money_in m where m.booking_id = a.booking_id and method <> 'CARD')`.execute(db)
  return rows.length === 1 ? cardInWords(rows[0]!) : null
}

/** All of the price was paid and kept; a booking can owe nothing for other reasons. */
export const isPaidFor = ({ paidAmount, refundedAmount, total_cents }: FoundBooking) =>
  paidAmount - refundedAmount >= total_cents

/** A balance is spoken of at all: not of a trip that is canceled or called off. */
export const isAskedFor = ({ outcome }: FoundBooking) => outcome !== null && outcome !== 'CALLED_OFF'

/** A list stands below its heading. */
const toBring = (list: string) => `What to bring:${list.includes('\n') ? '\n' : ' '}${list}`

/**
 * How the money of a cancelled booking is split: refunded earlier, being refunded now, still to be refunded by the
 * owner (a refund the provider refused, or a payment that came too late), to be handed back after the day was called off, paid by
 * vouchers that have ended, and kept.
 */
async function sharePaid(db: Db, now: Date, { id, paidAmount, cancelled_at: cancelledAt }: FoundBooking) {
  const { rows } = await sql<
    Record<'refunded' | 'refunding' | 'refundedOtherwise' | 'byHand' | 'ended' | 'owed', number>
  >`
    select coalesce(sum(gone), 0)::integer as "refunded", coalesce(sum(going), 0)::integer as "refunding",
      coalesce(sum(least(amount_cents - gone - going, listed)), 0)::integer as owed,
      (select coalesce(sum(cents), 0)::integer from money_back where booking_id = ${id} and method <> 'CARD') as "refundedOtherwise",
      (select to_give_back(b) from bookings b where b.id = ${id}) as "byHand",
      paid_by_ended_vouchers(${id}, ${venueDate(now)}) as ended
    from (
      select a.amount_cents, back.gone, back.going,
        (select coalesce(sum(coalesce(r.amount_cents, a.amount_cents)), 0)
          from payment_failures f left join refunds r on r.id = f.refund_id
          where f.attempt_id = a.id and f.kind = 'REFUNDABLE' and f.resolved_at is null) as listed
      from payment_attempts a cross join lateral (
        select coalesce(sum(r.amount_cents) filter (where is_earlier), 0) as gone,
          coalesce(sum(r.amount_cents) filter (where not is_earlier), 0) as going
        from refunds r join refund_orders o on o.id = r.order_id cross join lateral (
          select r.outcome is not null and o.created_at < ${cancelledAt} as is_earlier
        ) cancelled
        where r.attempt_id = a.id and r.outcome is distinct from 'REFUSED'
          and not (o.kind in ('VOID', 'PROVIDER_CANCELLED') and r.outcome = 'REFUNDED')
      ) back where a.booking_id = ${id} and a.outcome = 'CAPTURED'
    ) charges`.execute(db)
  const shares = rows[0]!
  const { refunded, refunding, refundedOtherwise, byHand, ended, owed } = shares
  return { ...shares, kept: paidAmount - refunded - refunding - refundedOtherwise - byHand - ended - owed }
}
