import { addresses, portal } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { cardInWords } from '@arcadia/contract/payments'
import { receiptNumber } from '@arcadia/contract/receipts'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { groupLink } from '../../http/booking-links.ts'
import { action, answersGoTo, facts, givenName, letter, note, plainLine } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { findBooking, nameOf } from '../bookings/bookings.emails.ts'
import { findTipAttempt, receiptOfTip } from '../payments/tips.writes.ts'
import { findTip } from './tips.store.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To who tipped: the receipt, or that nothing was charged. */
    'tip-outcome': { tipId: number; bookingId: number }
    /** To the owner. */
    'tip-paid-notice': { tipId: number; bookingId: number }
    'tip-refunded': { tipId: number; bookingId: number; orderId: number }
  }
}

export const tipEmails = (key: Buffer): Emails => ({
  async 'tip-outcome'({ tipId }, context) {
    const tip = await find(context.tx, tipId)
    if (!tip || tip.state.is === 'asking' || tip.state.is === 'unknown') return null
    const about = { Trip: formatFullDate(tip.booking_data.selectedDate) }
    if (tip.state.is !== 'captured')
      return letter(
        context,
        {
          subject: `Your tip didn't go through: ${formatCents(tip.amount_cents)}`,
          headline: 'Nothing was charged',
          name: givenName(tip.payer),
        },
        "Your card wasn't charged.",
        action(
          'Try another card',
          addresses.tip.href(groupLink.of(key, { id: tip.bookingId, email: tip.bookingEmail })),
        ),
        facts({ ...about, Amount: formatCents(tip.amount_cents) }),
        note('If your bank shows the amount as pending, it disappears within a few days.'),
      )
    return letter(
      context,
      {
        subject: `Your tip: ${formatCents(tip.amount_cents)}`,
        headline: 'Thank you',
        name: givenName(tip.payer),
        amount: { cents: tip.amount_cents },
      },
      tip.guide ? `Your tip goes to ${plainLine(tip.guide)}.` : 'Your tip goes to your guide.',
      action('Receipts', receiptOfTip(key, { id: tip.id, email: tip.booking_data.email })),
      facts({ ...about, Card: cardInWords(tip.state), Receipt: receiptNumber('C', tipId) }),
    )
  },

  async 'tip-paid-notice'({ tipId, bookingId }, context) {
    const tip = await find(context.tx, tipId)
    const booking = await findBooking(context.tx, bookingId)
    if (!tip || !booking) return null
    const from = plainLine(tip.payer)
    return {
      ...letter(
        context,
        {
          subject: `${tip.guide ? `Tip for ${plainLine(tip.guide)}` : 'A tip'}: ${formatCents(tip.amount_cents)}, from ${from}`,
          headline: from,
          amount: { cents: tip.amount_cents },
        },
        "It came by card. It doesn't count toward the trip's balance.",
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Card: tip.state.is === 'captured' ? cardInWords(tip.state) : null,
          Trip: formatFullDate(tip.booking_data.selectedDate),
          Guest: nameOf(booking),
          Confirmation: booking.confirmation_number,
        }),
      ),
      ...answersGoTo(tip.email),
    }
  },

  async 'tip-refunded'({ tipId, orderId }, context) {
    const tip = await find(context.tx, tipId)
    const { rows } = await sql<{ cents: number }>`select coalesce(sum(amount_cents), 0)::integer as cents from refunds
      where order_id = ${orderId} and outcome = 'REFUNDED'`.execute(context.tx)
    const cents = rows[0]?.cents ?? 0
    if (!tip || cents === 0) return null
    const card = tip.state.is === 'captured' ? cardInWords(tip.state) : null
    return letter(
      context,
      {
        subject: `Your tip is refunded: ${formatCents(cents)}`,
        headline: "It's on its way",
        name: givenName(tip.payer),
        amount: { cents },
      },
      `We've refunded ${card ? `the ${card}` : 'your card'}. Your bank usually shows it within 5 to 10 business days.`,
      action('Receipts', receiptOfTip(key, { id: tip.id, email: tip.booking_data.email })),
      facts({ Trip: formatFullDate(tip.booking_data.selectedDate) }),
    )
  },
})

async function find(tx: Db, tipId: number) {
  const tip = await findTip(tx, tipId)
  const attempt = tip && (await findTipAttempt(tx, { id: tipId }))
  return attempt && { ...tip, ...attempt }
}
