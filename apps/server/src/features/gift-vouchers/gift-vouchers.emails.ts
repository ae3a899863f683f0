import { addresses } from '@arcadia/contract/addresses'
import { giftHeadline, giftInWords, giftMidSentence, tripPrices, whatFollows } from '@arcadia/contract/gifts'
import { formatCents } from '@arcadia/contract/money'
import { cardInWords } from '@arcadia/contract/payments'
import { formatDayInWords, formatFullDate, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Encryption } from '../../encryption.ts'
import { makeLink } from '../../http/links.ts'
import { action, facts, givenName, letter, note, plainLine, plainName, viewTrip } from '../../mail/letter.ts'
import { type Emails, type MailContext, UnwritableMail } from '../../mail/mail-renderers.ts'
import { findBooking, sumsOf } from '../bookings/bookings.emails.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { giftLink } from './gift-link.ts'
import { tripOf } from './gift-vouchers.rules.ts'
import { listTripsPaid, vouchersAt } from './gift-vouchers.store.ts'
import { CODE_IS_LOST, codeOf, type Sealing } from './to-gift-voucher.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To the buyer. */
    'gift-voucher-bought': { voucherId: number }
    'gift-voucher-not-paid': { voucherId: number }
    /** To the recipient. */
    'gift-voucher': { voucherId: number }
    /** To who gave it, once for each booking that it paid for. */
    'gift-used': { voucherId: number; bookingId: number }
    /** To the guest of a refunded booking. */
    'gift-voucher-renewed': { voucherId: number; bookingId: number }
    'gift-voucher-redeemed': { voucherId: number; bookingId: number; paid: number }
  }
}

const withoutCode: Emails = {
  async 'gift-voucher-not-paid'({ voucherId }, context) {
    const voucher = await findVoucher(context, voucherId)
    if (!voucher || voucher.issued_at) return null
    return letter(
      context,
      {
        subject: `Your payment for a gift didn't go through: ${formatCents(voucher.cents)}`,
        headline: 'No gift yet',
        name: givenName(voucher.sender_name),
      },
      "Your card wasn't charged, so there's no gift to give yet.",
      action('Try another card', addresses.payVoucher.href(await linkOf(context, voucherId))),
      facts({ Amount: formatCents(voucher.cents), For: plainLine(voucher.recipient_name) }),
      note('If your bank shows the amount as pending, it disappears within a few days.'),
    )
  },

  /** Says no sums: what the trip cost is its guest's. */
  async 'gift-used'({ voucherId, bookingId }, context) {
    const voucher = await findVoucher(context, voucherId)
    const use = (await listTripsPaid(context.tx, voucherId)).find((use) => use.bookingId === bookingId)
    if (!voucher || voucher.blanked_at || !use) return null
    const recipient = plainName(givenName(voucher.recipient_name))
    const day = formatDayInWords(use.tripDate)
    return letter(
      context,
      {
        subject: `Your gift${recipient ? ` for ${recipient}` : ''} was used: ${day}`,
        headline: 'Well given',
        name: givenName(voucher.sender_name),
      },
      `It went to a trip with us on ${formatFullDate(use.tripDate)}. Thank you for giving a morning on the river.`,
      action('See the gift you gave', addresses.payVoucher.href(await linkOf(context, voucherId))),
    )
  },

  async 'gift-voucher-redeemed'({ voucherId, bookingId, paid }, context) {
    const booking = await findBooking(context.tx, bookingId)
    if (!booking) return null
    const { left = 0 } = (await findVoucher(context, voucherId)) ?? {}
    return letter(
      context,
      {
        subject: `Your gift paid ${formatCents(paid)}`,
        headline: 'Thank you',
        name: booking.first_name,
        amount: { cents: paid },
      },
      left > 0 ? 'It came off your gift.' : 'It came off your gift, which is used up now.',
      viewTrip(booking, context),
      facts({
        ...sumsOf(booking, context),
        'Left on the gift': left > 0 ? formatCents(left) : null,
      }),
    )
  },
}

/** The code is read when the email is sent, so the outbox never holds it. */
export function giftVoucherEmails({ encryption }: { encryption: Encryption }): Emails {
  const codeIn = (voucher: { code_encrypted: Buffer }) => codeOf({ encryption }, voucher)
  return {
    ...withoutCode,

    async 'gift-voucher-bought'({ voucherId }, context) {
      const voucher = await findVoucher(context, voucherId)
      if (!voucher?.issued_at || voucher.voided_at) return null
      const { cents, recipient_email: recipientEmail, words } = voucher
      const trip = tripOf(voucher)
      const paid = [formatCents(cents), cardInWords({ cardBrand: voucher.card_brand, last4: voucher.last4 })]
      const link = await linkOf(context, voucherId)
      const given = { recipientEmail, sendOn: voucher.send_on, sentAt: voucher.sent_at, trip, left: cents, uses: [] }
      return letter(
        context,
        {
          subject: `Your gift for ${plainLine(voucher.recipient_name)}: ${formatCents(cents)}`,
          headline: giftHeadline(given),
          name: givenName(voucher.sender_name),
          picture: `gift-${voucher.picture}`,
        },
        `Thank you. ${whatFollows(given)}`,
        action(recipientEmail === null ? 'Print or send it' : 'See or print it', addresses.payVoucher.href(link)),
        facts({
          Gift: giftInWords({ trip, worth: cents }),
          For: plainLine(voucher.recipient_name),
          Paid: {
            value: paid.filter(Boolean).join(', '),
            way: { label: 'Receipts', address: addresses.receipts.href(link) },
          },
          'Gift code': codeIn(voucher),
        }),
        words !== null && { lead: 'Your message:', quote: words },
        likeCash(voucher),
      )
    },

    async 'gift-voucher'({ voucherId }, context) {
      const voucher = await findVoucher(context, voucherId)
      if (!voucher?.issued_at || voucher.voided_at) return null
      const code = codeIn(voucher)
      if (code === null) throw new UnwritableMail(CODE_IS_LOST)
      const sender = plainLine(voucher.sender_name)
      const recipient = plainName(givenName(voucher.recipient_name))
      const gift = addresses.gift.href(giftLink(code))
      return letter(
        context,
        {
          subject: `A gift from ${plainName(sender) ?? sender}`,
          headline: `For ${recipient ?? 'you'}`,
          name: recipient ?? null,
          picture: `gift-${voucher.picture}`,
          onPoster: `From ${sender}`,
        },
        `${sender} gave you ${whatItIs(voucher)} on the Peace River${withWhom(voucher, context.business)}.`,
        voucher.words !== null && { lead: 'With these words:', quote: voucher.words },
        action('See your gift', gift),
        facts({
          'What you get':
            voucher.trip_package && 'Guide, tackle, gourmet lunch and drinks. The whole trip is paid for.',
          'Trip prices': voucher.trip_package === null ? tripPrices(await getConfig(context.tx)) : null,
          'Gift code': code,
          'Good through': voucher.expires_on && formatFullDate(voucher.expires_on),
        }),
        { qr: gift, says: 'To open it on another phone, scan this square.' },
        likeCash(voucher),
      )
    },

    async 'gift-voucher-renewed'({ voucherId, bookingId }, context) {
      const voucher = await findVoucher(context, voucherId)
      const booking = await findBooking(context.tx, bookingId)
      if (!voucher?.issued_at || voucher.voided_at || !booking) return null
      const code = codeIn(voucher)
      return letter(
        context,
        {
          subject: `Your gift is good again: ${formatCents(voucher.left)}`,
          headline: 'Good for another trip',
          name: booking.first_name,
        },
        `The ${formatCents(voucher.cents)} you paid by gift is back${code === null ? '.' : ", and here's a new code for it."}`,
        code === null
          ? action('Pick a date', addresses.season.href())
          : action('Pick your morning', addresses.gift.href(giftLink(code))),
        facts({
          'On the gift': formatCents(voucher.left),
          'Gift code': code,
          'Good through': voucher.expires_on && formatFullDate(voucher.expires_on),
          Confirmation: booking.confirmation_number,
        }),
        likeCash(voucher),
      )
    },
  }
}

const likeCash = ({ expires_on: expiresOn }: { expires_on: string | null }) =>
  note(`${expiresOn ? '' : 'It never expires. '}Treat the code like cash: anyone who has it can use it.`)

/**
 * The gifts that a refund of a booking is good on again, for its guest. Only who booked with a code reads it: a friend who paid by a
 * link keeps theirs.
 */
export async function giftsBack({ tx, now }: Pick<MailContext, 'tx' | 'now'>, sealing: Sealing, bookingId: number) {
  const vouchers = await vouchersAt(tx, now)
    .where(
      sql<boolean>`not gift_voucher_has_ended(v, ${venueDate(now)}) and exists (
        select from gift_voucher_uses u where u.voucher_id = v.id and u.booking_id = ${bookingId} and u.cents < 0)`,
    )
    .select(
      sql<boolean>`exists (select from gift_voucher_uses u join holds h on h.id = u.hold_id
        where u.voucher_id = v.id and h.booking_id = ${bookingId})`.as('isOwn'),
    )
    .orderBy('v.id')
    .execute()
  return vouchers.map((voucher) => {
    const code = voucher.isOwn ? codeOf(sealing, voucher) : null
    const from = voucher.blanked_at === null ? plainLine(voucher.sender_name) : null
    return { from, own: code === null ? null : { code, page: addresses.gift.href(giftLink(code)) } }
  })
}

function whatItIs(voucher: Parameters<typeof tripOf>[0] & { cents: number }): string {
  const trip = tripOf(voucher)
  if (!trip) return `${formatCents(voucher.cents)} toward a morning of trophy fishing`
  return giftMidSentence({ trip, worth: voucher.cents })
}

/** A gift of the house names it once. */
const withWhom = ({ sender_name }: { sender_name: string }, { name }: { name: string }) =>
  sender_name === name ? '' : ` with ${name}`

/** The voucher's own link, which needs no account. */
const linkOf = ({ tx, now, to }: MailContext, voucherId: number) =>
  makeLink(tx, now, { purpose: 'PAY_VOUCHER', voucherId, email: to })

const findVoucher = ({ tx, now }: MailContext, id: number) =>
  vouchersAt(tx, now).where('v.id', '=', id).executeTakeFirst()
