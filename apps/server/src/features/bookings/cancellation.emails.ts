import { type Address, addresses } from '@arcadia/contract/addresses'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { cardsInWords } from '@arcadia/contract/payments'
import { callUs } from '@arcadia/contract/site/contact-words'
import { askWhy, backOnVoucher, keptByUs, splitKept } from '@arcadia/contract/split-kept'
import { formatDayInWords, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { action, facts, note, viewTrip } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { type About, aboutTrip, type FoundBooking, groupOf } from './bookings.emails.ts'
import type { CancelledBy } from './cancel-booking.service.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'booking-cancelled': { bookingId: number; by: CancelledBy }
  }
}

/** A gift that has its part back; only who booked with its code reads the code, and is led to the gift's page. */
export interface GiftBack {
  from: string | null
  own: { code: string; page: Address } | null
}

/** Which gifts those of a booking are, `giftsBack` knows. */
export const cancellationEmails = ({
  giftsBack,
}: {
  giftsBack(context: MailContext, bookingId: number): Promise<GiftBack[]>
}): Emails => ({
  'booking-cancelled': aboutTrip<{ bookingId: number; by: CancelledBy }>(async (about) => {
    const { booking, context } = about
    const { refunded, refunding, cards, onVouchers, givenBack, byHand, ended, owed, kept, refundable, surplus } =
      await sharePaid(context.tx, context.now, booking)
    const whoCanceled = whoCanceledIt(about.by, refunded < booking.paidAmount)
    const gifts = onVouchers > 0 ? await giftsBack(context, booking.id) : []
    const toCards = cardsInWords(cards)
    const isUnexplained = whoCanceled.isByUs === true && booking.cancel_reason === null
    const { says, ask } = whatOfKept(about, { kept, refundable, surplus }, whoCanceled.isByUs)
    const [button, ...links] = [
      ...ask,
      ...giftWays(gifts),
      // Whoever books another date would pay twice.
      ...(whoCanceled.isByUs && kept > 0 ? [viewTrip(booking, context)] : []),
    ]
    return [
      {
        subject: `${whoCanceled.isByUs ? 'We had to cancel your trip' : 'Your trip is canceled'}: ${formatDayInWords(booking.trip_date)}`,
        headline: whoCanceled.headline,
        day: { date: booking.trip_date, isNow: 'Canceled' },
      },
      whoCanceled.says,
      booking.cancel_reason !== null && { lead: "Here's why:", quote: booking.cancel_reason },
      isUnexplained && kept === 0 && (askWhy(context.business) || false),
      refunded > 0 && `We refunded ${formatCents(refunded)} to ${toCards} earlier.`,
      refunding > 0 && `We're refunding ${formatCents(refunding)} to ${toCards} and will email you when it's done.`,
      onVouchers > 0 && backOnVoucher(onVouchers),
      givenBack > 0 && `We gave you ${formatCents(givenBack)} back.`,
      byHand > 0 && `We'll hand your ${formatCents(byHand)} back. ${callUs(context.business)}`,
      owed > 0 &&
        `We're arranging your refund of ${formatCents(owed)} and will email you when it's done. You don't need to do anything.`,
      ended > 0 &&
        `You paid ${formatCents(ended)} with a gift that can't be used anymore, so it isn't back on it. ${callUs(context.business)} We'll sort it out.`,
      kept > 0 && (isUnexplained ? `${says} We'll tell you why, too.` : says),
      button ?? action('See the open dates', addresses.season.href()),
      facts({ ...giftFacts(gifts), Group: groupOf(booking), Confirmation: booking.confirmation_number }),
      note('The trip removes itself from most calendars. If it stays in yours, delete it.'),
      ...links,
      booking.paidAmount > 0 && action('Receipts', context.receiptsPage(booking)),
    ]
  }),
})

export const giftWays = (gifts: readonly GiftBack[]) =>
  gifts.flatMap(({ own }) => (own ? action('Pick another morning', own.page) : []))

export const giftFacts = (gifts: readonly GiftBack[]) => ({
  Gift: gifts.flatMap(({ from }) => (from === null ? [] : `From ${from}`)).join(', ') || null,
  'Gift code': gifts.flatMap(({ own }) => own?.code ?? []).join(', ') || null,
})

/** What a guest who canceled may ask for; what we kept of a trip that we canceled. */
function whatOfKept(
  { booking, context }: About,
  { kept, refundable, surplus }: Record<'kept' | 'refundable' | 'surplus', Cents>,
  isByUs = false,
): { says: string; ask: ReturnType<typeof action>[] } {
  const paid = { ...booking, depositAmount: booking.deposit_cents, surplusAmount: surplus }
  if (isByUs) return { says: `${keptByUs(kept, paid)} ${callUs(context.business)}`, ask: [] }
  const { says, rest, restInWords } = splitKept(kept, paid)
  if (rest === 0) return { says, ask: [] }
  const ask = `${says} You can ask for a refund of ${restInWords}.`
  if (refundable === 0) return { says: `${ask} ${callUs(context.business)}`, ask: [] }
  return { says: ask, ask: [action('Ask for a refund', context.tripPage(booking))] }
}

/** Who or what canceled the trip, as its guest reads it (docs/rules.md §8.18). */
function whoCanceledIt(by: CancelledBy, isMoneyBack: boolean) {
  if (by === 'depositMissed')
    return {
      headline: 'Your spots opened up',
      says: "We held your spots, but the deposit wasn't paid in time. You don't owe anything.",
    }
  if (by === 'guest') return { headline: 'Hope to see you another day', says: 'You canceled your trip.' }
  if (by === 'calledOff')
    return {
      headline: 'Hope to see you another day',
      says: isMoneyBack ? 'You chose your money back.' : 'We had called your trip off, and you canceled it.',
    }
  return { headline: "We're sorry", says: 'We canceled your trip.', isByUs: true }
}

/**
 * How the money of a cancelled booking is split: refunded earlier, being refunded now, still to be refunded by the
 * owner (a refund the provider refused, or a payment that came too late), to be handed back after the day was called off, paid by
 * vouchers that have ended, and kept.
 */
async function sharePaid(db: Db, now: Date, { id, paidAmount, cancelled_at: cancelledAt }: FoundBooking) {
  const { rows } = await sql<
    { cards: Parameters<typeof cardsInWords>[0] } & Record<
      'refunded' | 'refunding' | 'onVouchers' | 'givenBack' | 'byHand' | 'ended' | 'owed' | 'refundable' | 'surplus',
      number
    >
  >`
    select coalesce(sum(gone), 0)::integer as "refunded", coalesce(sum(going), 0)::integer as "refunding",
      coalesce(sum(least(amount_cents - gone - going, listed)), 0)::integer as owed,
      coalesce(json_agg(distinct jsonb_build_object('cardBrand', card_brand, 'last4', last4)) filter (where gone + going > 0), '[]') as cards,
      (select coalesce(sum(cents), 0)::integer from money_back where booking_id = ${id} and method = 'VOUCHER') as "onVouchers",
      (select coalesce(sum(cents), 0)::integer from money_back where booking_id = ${id} and method not in ('CARD', 'VOUCHER'))
        as "givenBack",
      (select to_give_back(b) from bookings b where b.id = ${id}) as "byHand",
      paid_by_ended_vouchers(${id}, ${venueDate(now)}) as ended, refundable(${id}) as refundable, surplus_of_vouchers(${id}) as surplus
    from (
      select a.amount_cents, a.card_brand, a.last4, back.gone, back.going,
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
          and not exists (select from never_taken n where n.refund_id = r.id)
      ) back where a.booking_id = ${id} and a.outcome = 'CAPTURED'
    ) charges`.execute(db)
  const shares = rows[0]!
  const { refunded, refunding, onVouchers, givenBack, byHand, ended, owed } = shares
  return { ...shares, kept: paidAmount - refunded - refunding - onVouchers - givenBack - byHand - ended - owed }
}
