import { portal } from '@arcadia/contract/addresses'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { cardInWords, cardsInWords } from '@arcadia/contract/payments'
import { REFUND_ANSWER, TRY_AGAIN, TURNED_DOWN } from '@arcadia/contract/refunds'
import { daysInWords } from '@arcadia/contract/site/business-words'
import { canStillMove } from '@arcadia/contract/site/wording'
import { backOnVoucher } from '@arcadia/contract/split-kept'
import { daysBetween, formatDayInWords, formatFullDate, formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import {
  action,
  answersGoTo,
  callOrText,
  facts,
  type LetterHead,
  type LetterPart,
  letter,
  nameInMail,
  note,
  viewTrip,
} from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { findBooking } from '../bookings/bookings.emails.ts'
import { giftFacts, giftWays } from '../bookings/cancellation.emails.ts'
import { giftsBack } from '../gift-vouchers/gift-vouchers.emails.ts'
import type { Sealing } from '../gift-vouchers/to-gift-voucher.ts'
import { addressOfIssue } from '../payments/payments.writes.ts'
import { sumOf } from './refunds.rules.ts'
import { listParts } from './refunds.store.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To the owner. */
    'refund-requested': { requestId: number; bookingId: number }
    /** To the owner. */
    'refund-withdrawn': { requestId: number; bookingId: number }
    /** To the owner. */
    'refund-refused': { orderId: number; bookingId: number }
    /** To the owner: the outcome of a refund stays unknown. */
    'refund-needs-review': { refundId: number; bookingId: number }
    /** To the owner: a voucher that has ended could not take back its part of a refund. */
    'voucher-not-refunded': { bookingId: number }
    /** To the customer, with what they wrote. */
    'refund-asked': { requestId: number; bookingId: number }
    'refund-made': { orderId: number; bookingId: number }
    /** A refund that was promised with the cancellation was refused. */
    'refund-delayed': { orderId: number; bookingId: number }
    'refund-declined': { requestId: number; bookingId: number }
  }
}

const otherEmails: Emails = {
  async 'refund-requested'({ requestId, bookingId }, context) {
    const request = await findRequest(context.tx, requestId)
    if (!request || request.decision) return null
    const name = nameInMail(request.first_name, request.last_name)
    return {
      ...letter(
        context,
        { subject: `Refund requested: ${name}, ${formatShortDate(request.trip_date)}`, headline: 'Approve or decline' },
        `${name} is asking for a refund. Deposits aren't refundable, but it's your call.`,
        facts({
          Confirmation: { value: request.confirmation_number, way: openBooking(bookingId) },
          Phone: callOrText(request.phone),
          Trip: formatFullDate(request.trip_date),
          Amount:
            request.amount_cents === null
              ? `Everything paid, ${formatCents(request.refundable)}`
              : formatCents(request.amount_cents),
        }),
        request.description ? { lead: 'Their message:', quote: request.description } : false,
        action('Approve or decline', portal.refunds.href({ id: `request-${requestId}` })),
      ),
      ...answersGoTo(request.email),
    }
  },

  async 'refund-withdrawn'({ requestId, bookingId }, context) {
    const request = await findRequest(context.tx, requestId)
    // Since asked again.
    if (!request || request.isOpen) return null
    const name = nameInMail(request.first_name, request.last_name)
    return {
      ...letter(
        context,
        { subject: `No refund needed: ${name}, ${formatShortDate(request.trip_date)}`, headline: 'Request withdrawn' },
        `${name} withdrew the refund request. You don't need to do anything.`,
        facts({ Confirmation: request.confirmation_number, Trip: formatFullDate(request.trip_date) }),
        openBooking(bookingId),
      ),
      ...answersGoTo(request.email),
    }
  },

  async 'refund-refused'({ orderId, bookingId }, context) {
    const order = await findOrder(context.tx, orderId)
    const refunds = await listParts(context.tx, orderId)
    const amount = formatCents(sumOf(refunds, 'REFUSED'))
    const refused = refunds.find(({ outcome }) => outcome === 'REFUSED')
    const name = nameInMail(order.first_name, order.last_name)
    return letter(
      context,
      { subject: `QuickBooks turned down a refund: ${name}, ${amount}`, headline: 'A refund needs you' },
      `${TURNED_DOWN} ${TRY_AGAIN}`,
      facts({
        Amount: amount,
        For: order.tip_id && 'A tip',
        Guest: name,
        Phone: callOrText(order.phone),
        Confirmation: { value: order.confirmation_number, way: openBooking(bookingId) },
        Trip: formatFullDate(order.trip_date),
      }),
      "The money hasn't been refunded. It stays in the Refunds tab until you do something about it.",
      action(
        'Open the Refunds tab',
        refused ? await addressOfIssue(context.tx, { refundId: refused.id }) : portal.refunds.href(),
      ),
    )
  },

  async 'refund-needs-review'({ refundId }, context) {
    const refund = await context.tx
      .selectFrom('refunds')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
      .selectAll('refunds')
      .select('charge_id')
      .where('refunds.id', '=', refundId)
      .executeTakeFirstOrThrow()
    if (refund.outcome) return null
    const order = await findOrder(context.tx, refund.order_id)
    const name = nameInMail(order.first_name, order.last_name)
    return letter(
      context,
      {
        subject: `A refund needs your review: ${name}, ${formatCents(refund.amount_cents)}`,
        headline: 'Look it up in QuickBooks',
      },
      "We couldn't find out whether this refund went through. Please don't refund it again until you know.",
      facts({
        Amount: formatCents(refund.amount_cents),
        For: order.tip_id && 'A tip',
        Guest: name,
        Confirmation: order.confirmation_number,
        Trip: formatFullDate(order.trip_date),
        'Payment in QuickBooks': refund.charge_id,
      }),
      'Check it in QuickBooks, then settle it in the Refunds tab.',
      action('Open the Refunds tab', await addressOfIssue(context.tx, { refundId })),
    )
  },

  async 'voucher-not-refunded'({ bookingId }, context) {
    const booking = await context.tx
      .selectFrom('bookings')
      .select(['first_name', 'last_name', 'phone', 'confirmation_number', 'trip_date'])
      .select(sql<number>`paid_by_ended_vouchers(id, ${venueDate(context.now)})`.as('cents'))
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    if (booking.cents === 0) return null
    const amount = formatCents(booking.cents)
    return letter(
      context,
      { subject: `A gift voucher can't take its refund back: ${amount}`, headline: 'Your call' },
      `${amount} of this booking was paid with a gift voucher that is void or has expired. It wasn't refunded, because nobody could use it. You decide: refund it on a renewed voucher, or leave it.`,
      facts({
        Amount: amount,
        Guest: nameInMail(booking.first_name, booking.last_name),
        Phone: callOrText(booking.phone),
        Confirmation: booking.confirmation_number,
        Trip: formatFullDate(booking.trip_date),
      }),
      openBooking(bookingId),
    )
  },

  async 'refund-delayed'({ orderId }, context) {
    const order = await findOrder(context.tx, orderId)
    const amount = formatCents(sumOf(await listParts(context.tx, orderId), 'REFUSED'))
    const toCards = cardsInWords(await cardsOf(context.tx, orderId, 'REFUSED'))
    return letter(
      context,
      { subject: `Your refund is delayed: ${amount}`, headline: "We're on it", name: order.first_name },
      `Your refund of ${amount} to ${toCards} hasn't gone through yet. We know about it, and we'll email you when it's done. You don't need to do anything.`,
      viewTrip({ id: order.booking_id, email: order.email }, context),
      facts({ Confirmation: order.confirmation_number, Trip: formatFullDate(order.trip_date) }),
    )
  },

  async 'refund-asked'({ requestId, bookingId }, context) {
    const request = await findRequest(context.tx, requestId)
    // Since answered.
    if (!request || request.decision) return null
    return letter(
      context,
      {
        subject: `We got your refund request: ${formatDayInWords(request.trip_date)}`,
        headline: 'Thanks for telling us',
        name: request.first_name,
      },
      REFUND_ANSWER,
      viewTrip({ id: bookingId, email: request.email }, context),
      facts({
        Confirmation: request.confirmation_number,
        Trip: formatFullDate(request.trip_date),
        Amount: request.amount_cents === null ? 'Everything paid' : formatCents(request.amount_cents),
      }),
      request.description ? { lead: 'You wrote:', quote: request.description } : false,
    )
  },

  async 'refund-declined'({ requestId, bookingId }, context) {
    const request = await findRequest(context.tx, requestId)
    if (request?.decision !== 'DECLINED') return null
    return letter(
      context,
      {
        subject: `Your refund request: ${formatDayInWords(request.trip_date)}`,
        headline: 'Our answer',
        name: request.first_name,
      },
      "We looked at your request, and we can't refund this booking.",
      request.answer ? { lead: "Here's why:", quote: request.answer } : false,
      await whatIsLeftToDo(bookingId, context),
      viewTrip({ id: bookingId, email: request.email }, context),
      facts({ Confirmation: request.confirmation_number, Trip: formatFullDate(request.trip_date) }),
    )
  },
}

/** Declined, a trip that is on can still be moved in time. */
async function whatIsLeftToDo(bookingId: number, { tx, now, business }: MailContext): Promise<string | false> {
  const booking = await findBooking(tx, bookingId)
  if (booking?.outcome !== 'ON') return false
  return (
    canStillMove(daysBetween(venueDate(now), booking.trip_date), business.moveDays) &&
    `Can't make it that day? You can still move your trip up to ${daysInWords(business.moveDays)} before it, and what you paid goes with it.`
  )
}

const ON_THE_CARD =
  'Your bank usually shows it within 5 to 10 business days. If the charge was still pending, it may just drop off.'

export const refundEmails = (sealing: Sealing): Emails => ({
  ...otherEmails,

  async 'refund-made'({ orderId }, context) {
    const order = await findOrder(context.tx, orderId)
    const parts = await listParts(context.tx, orderId)
    const sum = sumOf(parts, 'REFUNDED')
    const toCards = sumOf(
      parts.filter(({ attempt_id }) => attempt_id !== null),
      'REFUNDED',
    )
    // The email about the cancellation says it.
    const isSaid = order.isOfCancellation && toCards === 0
    if (sum === 0 || isSaid) return null
    const cards = await cardsOf(context.tx, orderId, 'REFUNDED')
    const about = { Trip: formatFullDate(order.trip_date), Confirmation: order.confirmation_number }
    const receipts = action('Receipts', context.receiptsPage({ id: order.booking_id, email: order.email }))
    const trip = viewTrip({ id: order.booking_id, email: order.email }, context)
    if (order.isNeverTaken)
      return letter(
        context,
        { subject: `Canceled charge: ${formatCents(sum)}`, headline: 'Nothing was taken', name: order.first_name },
        `The ${formatCents(sum)} charge to ${cardsInWords(cards)} was canceled before it went through. Your bank may show it as pending for a few days.`,
        order.owed > 0 && `${formatCents(order.owed)} is due for your trip.`,
        trip,
        facts(about),
        receipts,
      )
    const head = {
      subject: `Your refund: ${formatCents(sum)}`,
      headline: "It's on its way",
      name: order.first_name,
      amount: { cents: sum },
    }
    if (order.kind === 'GIVEN_BACK')
      return letter(
        context,
        { ...head, headline: 'Your money is back' },
        `We gave you ${formatCents(sum)} back.`,
        trip,
        facts(about),
        receipts,
      )
    if (toCards < sum) return onVouchers(context, sealing, { order, cards, head, sum, toCards, about, trip, receipts })
    return letter(
      context,
      head,
      `We've refunded ${cardsInWords(cards)}.`,
      trip,
      facts({ Cards: whichOf(cards), ...about }),
      note(ON_THE_CARD),
      receipts,
    )
  },
})

interface OnVouchers {
  order: Awaited<ReturnType<typeof findOrder>>
  cards: Awaited<ReturnType<typeof cardsOf>>
  head: LetterHead
  sum: Cents
  toCards: Cents
  about: { Trip: string; Confirmation: string }
  trip: LetterPart
  receipts: LetterPart
}

/** A refund of which a gift voucher took all or a part: what can be done with it comes before the trip (docs/rules.md §13.26). */
async function onVouchers(
  context: MailContext,
  sealing: Sealing,
  { order, cards, head, sum, toCards, about, trip, receipts }: OnVouchers,
) {
  const gifts = await giftsBack(context, sealing, order.booking_id)
  const [gift, ...others] = giftWays(gifts)
  const isOnly = toCards === 0
  return letter(
    context,
    { ...head, headline: isOnly ? 'Your gift is good again' : 'Where your money went' },
    gifts.length > 0
      ? isOnly
        ? `It's back on your gift, and ${gift ? 'its code' : 'the code that paid'} works again.`
        : backOnVoucher(sum - toCards)
      : `${formatCents(sum - toCards)} is on a gift for you, and its code comes in an email of its own.`,
    !isOnly && `${formatCents(toCards)} goes to ${cardsInWords(cards)}. ${ON_THE_CARD}`,
    ...(gift ? [gift] : []),
    ...(gift ? [] : [trip]),
    facts({ ...giftFacts(gifts), Cards: whichOf(cards), ...about }),
    ...others,
    ...(gift ? [trip] : []),
    receipts,
  )
}

const openBooking = (id: number) => action('Open the booking', portal.bookings.href({ id }))

function findOrder(tx: Db, id: number) {
  return tx
    .selectFrom('refund_orders as o')
    .leftJoin('tips as t', 't.attempt_id', 'o.tip_id')
    .innerJoin('bookings as b', (join) => join.on(sql<boolean>`b.id = coalesce(o.booking_id, t.booking_id)`))
    .select([
      'o.kind',
      'o.tip_id',
      'b.id as booking_id',
      'b.first_name',
      'b.last_name',
      'b.email',
      'b.phone',
      'b.confirmation_number',
      'b.trip_date',
    ])
    .select(sql<number>`owed(b)`.as('owed'))
    .select(
      sql<boolean>`o.kind = 'REFUND' and b.status = 'CANCELLED' and coalesce(o.created_at = b.cancelled_at, false)`.as(
        'isOfCancellation',
      ),
    )
    .select(sql<boolean>`exists (select from never_taken n where n.order_id = o.id)`.as('isNeverTaken'))
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow()
}

function findRequest(tx: Db, id: number) {
  return tx
    .selectFrom('refund_requests as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .select(['r.amount_cents', 'r.description', 'r.answer', 'r.decision'])
    .select(sql<number>`refundable(b.id)`.as('refundable'))
    .select(
      sql<boolean>`exists (select from refund_requests o where o.booking_id = b.id and o.decided_at is null)`.as(
        'isOpen',
      ),
    )
    .select(['b.first_name', 'b.last_name', 'b.confirmation_number', 'b.trip_date', 'b.phone', 'b.email'])
    .where('r.id', '=', id)
    .executeTakeFirst()
}

/** The cards of which this is the outcome in a refund. */
const cardsOf = (db: Db, orderId: number, outcome: 'REFUNDED' | 'REFUSED') =>
  db
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .select(['a.card_brand as cardBrand', 'a.last4'])
    .distinct()
    .where('r.order_id', '=', orderId)
    .where('r.outcome', '=', outcome)
    .execute()

/** Which cards, where one sentence can't name them. */
const whichOf = (cards: Parameters<typeof cardsInWords>[0]): string | null =>
  cards.length > 1 ? cards.flatMap((card) => cardInWords(card) ?? []).join(' and ') || null : null
