import * as z from 'zod/mini'
import type { BookingConfig } from './configuration.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, LinkToken } from './fields.ts'
import { gift, LinkedVoucher, TripPaid, VoucherCode, voucherFields } from './gift-vouchers.ts'
import { type Cents, formatCents, Money } from './money.ts'
import { MORNING_HOUR } from './morning.ts'
import { PACKAGES } from './packages.ts'
import { anglers } from './riders.ts'
import { hourInWords } from './site/wording.ts'
import { formatDayInWords, formatFullDate } from './trip-date.ts'

// A gift voucher as who it is for opens it, with its code as the token of its link (docs/rules.md §13.17).

export const errors = {
  'gift-sent': { status: 409, message: 'It was emailed already.' },
} as const

/** A gift in the hands of whoever has its code. */
export const Gift = z.object({
  ...z.pick(z.object(voucherFields), {
    /** What it pays whole. */
    trip: true,
    senderName: true,
    recipientName: true,
    /** Where it was emailed; only while it is good. */
    recipientEmail: true,
    words: true,
    picture: true,
    worth: true,
    left: true,
    expiresOn: true,
  }).shape,
  /** In groups of four. */
  code: z.string(),
  status: z.enum(['GOOD', 'USED', 'EXPIRED', 'VOID']),
  /** The trips it paid for, oldest first. */
  uses: z.array(z.extend(TripPaid, { bookingId: Id })),
  /** What bookings that are being made have of it, and until when; `until` is null while a card pays past that. */
  setAside: z.nullable(z.object({ amount: Money, until: z.nullable(Instant) })),
})
export type Gift = z.infer<typeof Gift>

/** `A Trophy trip for 1 angler`, never its price; `$500.00` of an amount. */
export function giftInWords({ trip, worth }: { trip: Gift['trip']; worth: Cents }): string {
  if (!trip) return formatCents(worth)
  const { packageType, numberOfGuests } = trip
  return `A ${PACKAGES[packageType].name} trip for ${anglers(numberOfGuests)}`
}

/** Within a sentence: `a Trophy trip for 1 angler`. */
export const giftMidSentence = (of: Parameters<typeof giftInWords>[0]) => giftInWords(of).replace(/^A /, 'a ')

/** What of a gift went where: `$350.00 went to your trip on Thursday, June 25, 2026.`; never the price of a whole trip. */
export function whereItWent({ trip, left, uses }: Pick<LinkedVoucher, 'trip' | 'left' | 'uses'>, whose: 'your' | 'a') {
  const isWhole = trip && left === 0 && uses.length === 1
  return uses
    .map(({ amount, tripDate, isCanceled }) => {
      const what = isWhole ? 'All of it' : formatCents(amount)
      return `${what} went to ${whose} ${isCanceled ? 'canceled trip' : 'trip'} on ${formatFullDate(tripDate)}.`
    })
    .join(' ')
}

/** When a gift is emailed on its day. */
export const GIFTS_GO_OUT = hourInWords(`0${MORNING_HOUR}:00`)

type Given = Pick<LinkedVoucher, 'recipientEmail' | 'sendOn' | 'sentAt' | 'trip' | 'left' | 'uses'>

/** What a paid gift's page and receipt begin with (docs/rules.md §13.24). */
export function giftHeadline({ recipientEmail, sendOn, sentAt, uses }: Given) {
  if (uses.length > 0) return 'Your gift was used'
  if (!recipientEmail) return 'Ready to give'
  if (sentAt) return 'Your gift is sent'
  if (!sendOn) return "It's on its way"
  return `It goes out ${formatDayInWords(sendOn).split(', ')[1]}`
}

/** What becomes of a gift that is paid for, for whoever gives it. */
export function whatFollows(voucher: Given): string {
  const { recipientEmail: to, sendOn, sentAt, uses } = voucher
  if (uses.length > 0) return whereItWent(voucher, 'a')
  if (!to) return 'Print the poster, text it, or email it on the day you pick.'
  if (sentAt) return `We emailed your gift to ${to}.`
  if (!sendOn) return `We're emailing your gift to ${to} now.`
  return `We'll email your gift to ${to} on ${formatFullDate(sendOn)} at ${GIFTS_GO_OUT}.`
}

/** What a gift of an amount goes toward. */
export const tripPrices = ({ standardPackagePrice, trophyPackagePrice }: BookingConfig) =>
  `A ${PACKAGES.STANDARD.name} trip is ${formatCents(standardPackagePrice)} an angler, a ${PACKAGES.TROPHY.name} trip ${formatCents(trophyPackagePrice)}.`

// The code goes in the body because URLs are logged.

export const openGift = endpoint({
  method: 'POST',
  path: '/api/gifts',
  access: 'public',
  summary: 'The gift of a code, for whoever has it: who it is from, what it is, and what is left on it.',
  failed: 'Failed to open the gift',
  body: z.strictObject({ code: VoucherCode }),
  response: Gift,
  errors: ['voucher-not-found', 'too-many-requests'],
})

/** By the link that paid for it. */
export const sendGift = endpoint({
  method: 'PUT',
  path: '/api/gift-vouchers/link/email',
  access: 'public',
  summary:
    'Says to whom a paid gift is emailed, at once or on a day, or to nobody, by the link that paid for it; any number of times until it is emailed. After that, to another address at once, three a day.',
  failed: 'Failed to save where the gift goes',
  body: z.strictObject({
    token: LinkToken,
    recipientEmail: gift.recipientEmail,
    sendOn: gift.sendOn,
  }),
  response: LinkedVoucher,
  errors: ['balance-link-invalid', 'voucher-void', 'voucher-not-good', 'gift-sent', 'too-many-requests'],
})
