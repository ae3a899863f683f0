import { addresses, portal } from '@arcadia/contract/addresses'
import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { cardInWords } from '@arcadia/contract/payments'
import { receiptNumber } from '@arcadia/contract/receipts'
import { formatFullDate, formatMoment, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import {
  action,
  answersGoTo,
  callOrText,
  facts,
  givenName,
  letter,
  nameInMail,
  note,
  plainLine,
  staffInMail,
  viewTrip,
} from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import {
  balanceOf,
  type FoundBooking,
  findBooking,
  groupOf,
  leftToPay,
  sumsOf,
  tripInWords,
  whenOwed,
} from '../bookings/bookings.emails.ts'
import { toAttempt } from './attempts.store.ts'
import { isOpen } from './payments.rules.ts'
import { addressOfIssue } from './payments.writes.ts'

interface PaidBy {
  attemptId?: number
  byVoucher?: Cents
  paymentId?: number
}

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** The outcome of a payment that was unknown at first. If it confirmed a booking, 'booking-confirmed' is sent instead. */
    'payment-outcome': { attemptId: number; bookingId: number | null }
    /** To whoever paid by a link and asked for it. */
    'payment-receipt': { attemptId: number; bookingId: number }
    /** To the owner: paid by card (`attemptId`), gift voucher (`byVoucher`), or by hand to somebody else (`paymentId`). */
    'balance-paid-notice': { bookingId: number; isDeposit?: boolean } & PaidBy
    /** To the owner, once: differences found by the daily comparison with the provider. */
    'books-differ': { failureIds: number[] }
    'payment-needs-review': { attemptId: number; bookingId: number | null }
    /** To the owner: a payment arrived for a cancelled booking. */
    'payment-refundable': { attemptId: number; bookingId: number | null }
  }
}

type Attempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

export const paymentEmails: Emails = {
  async 'payment-outcome'({ attemptId }, context) {
    const attempt = await findAttempt(context.tx, attemptId)
    const outcome = attempt && describeOutcome(attempt)
    if (!outcome) return null
    const { state, booking_id, share, booking_data } = attempt
    const booking = booking_id === null ? undefined : await findBooking(context.tx, booking_id)
    const isPaid = state.is === 'captured' && !attempt.isTooLate
    const isOver = attempt.purpose.kind === 'DEPOSIT' && !isPaid && !isActive(attempt)
    return letter(
      context,
      {
        subject: outcome.subject,
        headline: outcome.headline,
        // Whoever booked hears that a share is paid; that it isn't, only whoever tried.
        name: isPaid || !share ? booking_data.firstName : givenName(share.name),
        ...(state.is === 'captured' && { amount: { cents: attempt.amount_cents } }),
      },
      ...outcome.paragraphs,
      isOver && action('See the open dates', addresses.season.href()),
      booking && (isPaid || isActive(attempt)) ? wayToTrip(attempt, booking, context) : false,
      booking && isPaid
        ? facts({ ...sumsOf({ ...booking, card: null }, context), Card: cardInWords(state) })
        : facts({
            Trip: formatFullDate(dateOf(attempt)),
            Amount: state.is === 'captured' ? null : formatCents(attempt.amount_cents),
            Card: state.is === 'captured' ? cardInWords(state) : null,
            Confirmation: attempt.confirmation_number,
          }),
    )
  },

  /** Anyone can type an address, so what goes to another than the payer's own names nobody and opens nothing. */
  async 'payment-receipt'({ attemptId }, context) {
    const attempt = await findAttempt(context.tx, attemptId)
    if (attempt?.state.is !== 'captured') return null
    const { share } = attempt
    const booking = await findBooking(context.tx, attempt.booking_id!)
    const link = booking && context.linkOf(booking, share)
    return letter(
      context,
      {
        subject: `Your receipt: ${formatCents(attempt.amount_cents)}`,
        headline: 'Thank you',
        name: link ? (share ? givenName(share.name) : booking?.first_name) : null,
        amount: { cents: attempt.amount_cents },
      },
      `You paid ${share ? 'your share of' : 'for'} a fishing trip by card.`,
      link && share ? action('View the trip', addresses.trip.href(link)) : false,
      facts({
        Trip: tripInWords(dateOf(attempt), context.business),
        Group: booking && link ? groupOf(booking) : null,
        Card: cardInWords(attempt.state),
        When: `${formatFullDate(venueDate(attempt.started_at))}, ${formatVenueTime(attempt.started_at)}`,
        Confirmation: attempt.confirmation_number,
        Receipt: {
          value: receiptNumber('C', attemptId),
          way: link ? action('Receipts', addresses.receipts.href(link)) : false,
        },
      }),
      !link && note("If you didn't ask for this, ignore this email."),
    )
  },

  async 'balance-paid-notice'({ bookingId, isDeposit, attemptId, byVoucher, paymentId }, context) {
    const byHand = paymentId === undefined ? undefined : await findByHand(context.tx, paymentId)
    const byCard = attemptId === undefined ? undefined : await findCaptured(context.tx, attemptId)
    const cents = byHand?.cents ?? byVoucher ?? byCard?.cents
    const booking = await findBooking(context.tx, bookingId)
    if (!booking || cents === undefined) return null
    const name = nameInMail(booking.first_name, booking.last_name)
    const left = balanceOf(booking, booking.owed > 0 ? `${formatCents(booking.owed)} due` : '')
    const share = byCard?.share && plainLine(byCard.share.name)
    const how = byHand ? MANUAL_METHODS[byHand.method].how : byVoucher ? 'by gift' : 'by card'
    const what = share ? `A share of ${name}'s trip:` : byCard?.isByLink ? `For ${name}'s trip:` : `${name} paid`
    const says = share
      ? `${share}'s share was paid ${how}.`
      : byCard?.isByLink
        ? `It came ${how}, through the payment link.`
        : `They paid ${how}.`
    return {
      ...letter(
        context,
        {
          subject: isDeposit
            ? `Deposit paid: ${formatCents(cents)}, ${name}`
            : [`${what} ${formatCents(cents)} ${how}`, left?.toLowerCase()].filter(Boolean).join(', '),
          headline: name,
          amount: { cents },
        },
        isDeposit
          ? `It's the deposit you were waiting for, ${how}.${booking.status === 'CONFIRMED' ? ' The booking is confirmed.' : ''}`
          : says,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Card: byCard?.card ?? null,
          'Taken by': byHand ? staffInMail(byHand, context.to) : null,
          ...leftToPay(booking, context, whenOwed),
          Trip: formatFullDate(booking.trip_date),
          Group: groupOf(booking),
          Phone: callOrText(booking.phone),
          Confirmation: booking.confirmation_number,
        }),
      ),
      ...answersGoTo(booking.email),
    }
  },

  async 'payment-refundable'({ attemptId }, context) {
    const attempt = await findAttempt(context.tx, attemptId)
    if (attempt?.state.is !== 'captured' || isActive(attempt)) return null
    const name = nameInMail(attempt.booking_data.firstName, attempt.booking_data.lastName)
    return letter(
      context,
      { subject: `Refund due: ${name}, ${formatCents(attempt.amount_cents)}`, headline: 'A payment came too late' },
      `${name} paid for a booking that was canceled before, and we've told them the money comes back.`,
      facts({
        Amount: formatCents(attempt.amount_cents),
        Card: cardInWords(attempt.state),
        Phone: callOrText(attempt.booking_data.phone),
        Trip: formatFullDate(dateOf(attempt)),
        Confirmation: attempt.confirmation_number,
      }),
      action('Refund it', await addressOfIssue(context.tx, { attemptId })),
    )
  },

  async 'books-differ'({ failureIds }, context) {
    const found = await context.tx
      .selectFrom('payment_failures as failure')
      .innerJoin('payment_attempts as attempt', 'attempt.id', 'failure.attempt_id')
      .leftJoin('bookings', 'bookings.id', 'attempt.booking_id')
      .select(['failure.reason', 'attempt.booking_data', 'attempt.started_at', 'bookings.confirmation_number'])
      .where('failure.id', 'in', failureIds)
      .where('failure.resolved_at', 'is', null)
      .orderBy('failure.id')
      .execute()
    if (found.length === 0) return null
    return letter(
      context,
      {
        subject:
          found.length === 1 ? "A payment doesn't match QuickBooks" : `${found.length} payments don't match QuickBooks`,
        headline: 'Please check the books',
      },
      "The daily check found that our books and QuickBooks don't match.",
      ...found.map(({ reason, booking_data: { firstName, lastName }, started_at, confirmation_number }) =>
        facts({
          Difference: reason,
          Guest: nameInMail(firstName, lastName),
          Confirmation: confirmation_number,
          When: formatMoment(started_at),
        }),
      ),
      'Check it in QuickBooks, then settle it in the Refunds tab.',
      action('Open the Refunds tab', portal.refunds.href()),
    )
  },

  async 'payment-needs-review'({ attemptId }, context) {
    const attempt = await findAttempt(context.tx, attemptId)
    if (!attempt || !isOpen(attempt)) return null
    const { firstName, lastName, email, phone } = attempt.booking_data
    const name = nameInMail(firstName, lastName)
    return letter(
      context,
      {
        subject: `A payment needs your review: ${name}, ${formatCents(attempt.amount_cents)}`,
        headline: name,
      },
      `We couldn't find out whether a card was charged. ${isForTrip(attempt) ? 'The spots stay taken' : 'What it pays for is on hold'} until you decide.`,
      facts({
        Amount: formatCents(attempt.amount_cents),
        Email: email,
        Phone: callOrText(phone),
        Trip: isForTrip(attempt) ? formatFullDate(dateOf(attempt)) : null,
        Confirmation: attempt.confirmation_number,
        When: formatMoment(attempt.started_at),
      }),
      'Look the payment up in QuickBooks, then settle it in the Refunds tab.',
      action('Open the Refunds tab', await addressOfIssue(context.tx, { attemptId })),
    )
  },
}

/** To pay a share again, whose payer has no booking to see. */
function wayToTrip({ state, share }: Attempt, booking: FoundBooking, context: MailContext) {
  const link = state.is === 'captured' ? undefined : share && context.linkOf(booking, share)
  return link ? action('Try another card', addresses.trip.href(link)) : viewTrip(booking, context)
}

/** Bad news first, then what it means: the booking follows the payment. By a link, it may be the card of somebody else. */
function describeOutcome(attempt: Attempt): { subject: string; headline: string; paragraphs: string[] } | null {
  const [your, card] = attempt.isByLink ? ['A payment', 'The card'] : ['Your payment', 'Your card']
  const amount = formatCents(attempt.amount_cents)
  const ownFate = !isActive(attempt)
    ? 'Your booking was canceled and its spots opened up again.'
    : attempt.share
      ? 'Your share is still open.'
      : "Your booking hasn't changed."
  switch (attempt.state.is) {
    case 'asking':
    case 'unknown':
      return null
    case 'captured':
      return attempt.isTooLate ? tooLate(card, amount) : describePaid(attempt)
    case 'voided':
      return {
        subject: `${your} was canceled: ${amount}`,
        headline: 'Nothing was charged',
        paragraphs: [
          `We couldn't confirm ${your.toLowerCase()}, so we canceled it. ${ownFate}`,
          'If your bank shows the amount as pending, it will disappear within a few days.',
        ],
      }
    case 'declined':
    case 'not-charged':
      return {
        subject: `${your} didn't go through: ${amount}`,
        headline: `${card} said no`,
        paragraphs: whyNotPaid(attempt, card, ownFate),
      }
  }
}

/** The cause before what it means; advice on the card is for who can still pay. */
function whyNotPaid(attempt: Attempt, card: string, ownFate: string): string[] {
  const why = attempt.state.is === 'declined' && attempt.state.message
  if (isActive(attempt)) return [...(why ? [why] : []), `${card} wasn't charged. ${ownFate}`]
  if (attempt.purpose.kind !== 'DEPOSIT') return [`${card} wasn't charged. ${ownFate}`]
  return [
    why
      ? `${why.split(/(?<=\.) /)[0]} Nothing was charged, and we couldn't keep your spots.`
      : `${card} wasn't charged, so we couldn't keep your spots.`,
    'The morning may still be open. You can book it again with another card.',
  ]
}

const tooLate = (card: string, amount: string) => ({
  subject: `We're refunding your payment: ${amount}`,
  headline: 'Your money comes back',
  paragraphs: [
    `Your booking had already been canceled when ${card.toLowerCase()} was charged.`,
    "We're refunding all of it. You don't need to do anything.",
  ],
})

/** Whoever booked is thanked for what they paid themselves, and told who or what else paid. */
function describePaid(attempt: Attempt) {
  const amount = formatCents(attempt.amount_cents)
  const before = isActive(attempt) ? '' : ' before your booking was canceled'
  if (attempt.share)
    return {
      subject: `A share of your trip is paid: ${amount}`,
      headline: 'One less share to pay',
      paragraphs: [`${plainLine(attempt.share.name)}'s share was paid by card${before}.`],
    }
  if (attempt.isByLink)
    return {
      subject: `Payment received: ${amount}`,
      headline: 'A payment came in',
      paragraphs: [`It came by card, through your payment link${before}.`],
    }
  return {
    subject: `Payment received: ${amount}`,
    headline: 'Thank you',
    paragraphs: [`We got your payment by card${before}.`],
  }
}

/** Whether the payment has a booking that is not cancelled. */
function isActive({ status }: Attempt): boolean {
  return status !== null && status !== 'CANCELLED'
}

/** Other kinds of payment have no day or spots. */
const isForTrip = ({ purpose }: Attempt) => 'bookingId' in purpose

const dateOf = (attempt: Attempt) => attempt.trip_date ?? attempt.booking_data.selectedDate

/** What somebody wrote down, unless it was taken back before the email went out. */
async function findByHand(db: Db, paymentId: number) {
  return db
    .selectFrom('manual_payments as p')
    .innerJoin('users as u', 'u.id', 'p.admin_id')
    .leftJoin('manual_payments as back', 'back.reverses', 'p.id')
    .select([sql<number>`coalesce(p.taken_cents, p.amount_cents)`.as('cents'), 'p.method'])
    .select(['u.first_name as firstName', 'u.last_name as lastName', 'u.username', 'u.position', 'u.email'])
    .where('p.id', '=', paymentId)
    .where('back.id', 'is', null)
    .executeTakeFirst()
}

async function findCaptured(db: Db, attemptId: number) {
  const attempt = await findAttempt(db, attemptId)
  return attempt?.state.is === 'captured'
    ? {
        cents: attempt.amount_cents,
        card: cardInWords(attempt.state),
        share: attempt.share,
        isByLink: attempt.isByLink,
      }
    : undefined
}

/** The attempt joined with its booking and which friend's share it is for. It came too late if its booking had been canceled before. */
async function findAttempt(db: Db, id: number) {
  const row = await db
    .selectFrom('payment_attempts as attempt')
    .leftJoin('bookings', 'bookings.id', 'attempt.booking_id')
    .leftJoin('shares', 'shares.id', 'attempt.share_id')
    .selectAll('attempt')
    .select(['bookings.status', 'bookings.trip_date', 'bookings.confirmation_number'])
    .select(['shares.name as shareName', 'shares.email as shareEmail', 'shares.is_own as isOwnShare'])
    .select(
      sql<boolean>`coalesce(bookings.status = 'CANCELLED', false) and exists (select from payment_failures f
        where f.attempt_id = attempt.id and f.refund_id is null and f.kind = 'REFUNDABLE')`.as('isTooLate'),
    )
    .where('attempt.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { share_id, shareName, shareEmail, isOwnShare } = row
  const share = share_id === null || isOwnShare ? undefined : { id: share_id, name: shareName!, email: shareEmail }
  // By the link of the whole balance, which may have been forwarded.
  const isByLink = row.link_hash !== null && share_id === null
  return { ...row, ...toAttempt(row), share, isByLink }
}
