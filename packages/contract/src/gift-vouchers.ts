import * as z from 'zod/mini'
import { NumberOfGuests } from './availability.ts'
import { BookingData } from './booking-data.ts'
import { Booking } from './bookings.ts'
import { type BookingConfig, PackageType } from './configuration.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, LinkToken } from './fields.ts'
import { GiftPicture } from './gift-pictures.ts'
import { CardAmount, type Cents, Money } from './money.ts'
import { BotProof, chargeErrors, PaymentStatus, PaymentToken, RealmQuery } from './payments.ts'
import { Riders } from './riders.ts'
import { callUs } from './site/contact-words.ts'
import { Email, emailOf, optionalText, requiredLine } from './text-fields.ts'
import { formatVenueTime, TripDate } from './trip-date.ts'

export const MIN_WORTH = 50_00
export const MAX_WORTH = 10_000_00

/** Capital letters and digits that can't be mistaken for each other: `WXYZ-2345-ABCD-6789`. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 16
const WHOLE_CODE = `A whole one has ${CODE_LENGTH} letters and numbers.`

/** The stored and compared form; people type codes in any case, with or without dashes. */
export const plainCode = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

export const VoucherCode = z.string('Please enter the gift code').check(
  z.maxLength(100),
  z.overwrite(plainCode),
  z.minLength(1, 'Please enter the gift code'),
  z.refine((code) => code === '' || code.length >= CODE_LENGTH, `That code is too short. ${WHOLE_CODE}`),
  z.refine((code) => code.length <= CODE_LENGTH, `That code is too long. ${WHOLE_CODE}`),
  z.refine(
    (code) => [...code].every((sign) => CODE_ALPHABET.includes(sign)),
    'A code never has the letters I, L, and O or the numbers zero and one.',
  ),
)

/** The code in groups of four, for people. */
export const spelled = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** A code of which only the end is shown: `•••• 6789`. */
export const endingIn = (lastFour: string) => `•••• ${lastFour}`

/** A text with the end only of every whole code in it. */
export const withoutCodes = (text: string) =>
  text.replace(/\b(?:[A-Z2-9]{4}-){3}([A-Z2-9]{4})\b/g, (_, lastFour: string) => endingIn(lastFour))

/** Refuses what mail programs turn into a link: a bare domain is letters, a dot, and at least two letters. */
const noLinks = z.refine<string | null>(
  (text) => text === null || !/https?:|www\.|\w\.\w+\/|[\p{L}\d-][.\u3002\uff0e\uff61]\p{L}{2,}/iu.test(text),
  'Please leave web addresses out, and put a space after each period',
)

/** An optional form field: empty decodes to null. */
export const orNull = (schema: z.ZodMiniType<string, string>, message: string) =>
  z.codec(
    z.optional(
      z.nullable(
        z.string().check(
          z.trim(),
          z.refine((text) => text === '' || z.safeParse(schema, text).success, message),
        ),
      ),
    ),
    z.nullable(z.string()),
    { decode: (given) => (given ? z.parse(schema, given) : null), encode: (kept) => kept || undefined },
  )
export const optionalDate = orNull(TripDate, 'Please choose a date')

/** The recipient, and the message to them. */
export const gift = {
  senderName: requiredLine('Your name', 100, 'Please enter your name').check(noLinks),
  recipientName: requiredLine('Their name', 100, 'Please enter their name').check(noLinks),
  /** If null, the buyer hands the voucher over. */
  recipientEmail: orNull(Email, 'Please enter a valid email address'),
  words: optionalText('Your message', 500).check(noLinks),
  /** Sent at nine that morning, venue time; right away if null. */
  sendOn: optionalDate,
}

export const WORTH_ASKED = 'Pick an amount from $50 to $10,000.'

export const Worth = CardAmount.check(z.gte(MIN_WORTH, WORTH_ASKED), z.lte(MAX_WORTH, WORTH_ASKED))

/** What a voucher gives instead of an amount. */
export const GivenTrip = z.strictObject({ packageType: PackageType, numberOfGuests: NumberOfGuests })
export type GivenTrip = z.infer<typeof GivenTrip>

/** A trip that a voucher pays toward, at the prices it is booked at. */
export interface PricedTrip extends GivenTrip {
  prices: Pick<BookingConfig, 'standardPackagePrice' | 'trophyPackagePrice'>
}

/**
 * What a voucher pays of `due`: an amount what is left on it; a trip the price of the anglers it covers, or what is left on it if
 * that is more (docs/rules.md §13.12).
 * @param gift its `trip` is null once it was used for one
 */
export function coveredBy(
  { left, worth, trip }: { left: Cents; worth: Cents; trip: GivenTrip | null },
  { prices, packageType, numberOfGuests }: PricedTrip,
  due: Cents,
): Cents {
  const priceOf = (type: PackageType) => (type === 'TROPHY' ? prices.trophyPackagePrice : prices.standardPackagePrice)
  const covered = trip
    ? Math.min(trip.numberOfGuests, numberOfGuests) * Math.min(priceOf(trip.packageType), priceOf(packageType))
    : 0
  return Math.min(due, left + Math.max(0, covered - worth))
}

export const NewGiftVoucher = z.strictObject({
  ...gift,
  amount: Worth,
  /** A trip instead of a plain amount: `amount` must be its total at today's prices. */
  trip: z.optional(GivenTrip),
  /** The first if none is chosen. */
  picture: z.optional(GiftPicture),
  /** Where the receipt goes, with the code. */
  buyerEmail: emailOf('Please enter your email'),
})
export type NewGiftVoucher = z.infer<typeof NewGiftVoucher>

export const voucherFields = {
  id: Id,
  /** What was paid for it. */
  worth: Money,
  left: Money,
  /** The trip it gives; null for an amount. */
  trip: z.nullable(GivenTrip),
  senderName: z.string(),
  recipientName: z.string(),
  recipientEmail: z.nullable(z.string()),
  words: z.nullable(z.string()),
  picture: GiftPicture,
  sendOn: z.nullable(TripDate),
  sentAt: z.nullable(Instant),
  /** The last day it can be used. */
  expiresOn: z.nullable(TripDate),
  createdAt: Instant,
}

/** A trip that a voucher paid for; of one that was canceled nothing has gone back on it. */
export const TripPaid = z.object({ tripDate: TripDate, isCanceled: z.boolean(), amount: Money })

/** A voucher as its buyer sees it. It has a code once its payment is captured. */
export const GiftVoucher = z.object({
  ...voucherFields,
  /** Where the receipt goes, with the code; null if the seller has no address. */
  buyerEmail: z.nullable(z.string()),
  code: z.nullable(z.string()),
  /** What paid for it: `Visa ending in 1111`; null until then, and of a card that isn't known. */
  card: z.nullable(z.string()),
  status: PaymentStatus,
  message: z.nullable(z.string()),
})
export type GiftVoucher = z.infer<typeof GiftVoucher>

/** A voucher that waits for a card, or had one, as anyone with its link sees it: with its code once it is paid for. */
export const LinkedVoucher = z.extend(
  z.pick(GiftVoucher, {
    senderName: true,
    recipientName: true,
    recipientEmail: true,
    buyerEmail: true,
    words: true,
    picture: true,
    sendOn: true,
    sentAt: true,
    worth: true,
    left: true,
    trip: true,
    code: true,
    card: true,
    message: true,
  }),
  {
    expiresOn: GiftVoucher.shape.expiresOn,
    /** A booking that is being made has it; whose and when is that guest's. */
    isSetAside: z.boolean(),
    /** By date. Once there is one, it is in its recipient's hands and not emailed anymore (docs/rules.md §13.27). */
    uses: z.array(TripPaid),
    /** Null before anyone has tried to pay. */
    status: z.nullable(PaymentStatus),
  },
)
export type LinkedVoucher = z.infer<typeof LinkedVoucher>

export const errors = {
  'voucher-not-found': { status: 404, message: "We can't find a gift with that code. Please check it." },
  'voucher-not-good': { status: 409, message: "This gift can't be used." },
  'gifts-not-sold': { status: 409, message: "We aren't selling gifts right now." },
  'voucher-void': { status: 409, message: 'This gift voucher is void.' },
} as const

export const GIFT_CANCELED = 'This gift was canceled'

interface NotGood {
  status: 'UNPAID' | 'USED' | 'EXPIRED' | 'VOID'
  /** A booking that is being made has some of it. */
  setAside: { until: Date | null } | null
}

/** For whoever typed the right code. */
export function whyNot({ status, setAside }: NotGood, business: Parameters<typeof callUs>[0]): string {
  const until = setAside?.until ? ` until ${formatVenueTime(setAside.until)}` : ''
  const words = {
    UNPAID: "This gift isn't paid for yet.",
    USED: setAside ? `This gift is set aside for a booking being made${until}.` : 'This gift has nothing left on it.',
    EXPIRED: `This gift has expired. ${callUs(business)} We'll work something out.`,
    VOID: `${GIFT_CANCELED}. ${callUs(business)}`,
  }
  return words[status]
}

const redeeming = ['voucher-not-found', 'voucher-not-good', 'payment-in-progress', 'too-many-requests'] as const
const code = z.strictObject({ code: VoucherCode })

export const orderGiftVoucher = endpoint({
  method: 'POST',
  path: '/api/gift-vouchers',
  access: 'anyone',
  summary:
    'Orders a gift voucher, without an account: answers the link that pays for it, which ends after a day if nobody does. A caller who is signed in finds it among their own.',
  failed: 'Failed to order the gift',
  body: NewGiftVoucher,
  response: z.object({ id: z.string(), token: z.string() }),
  status: 201,
  errors: ['gifts-not-sold', 'payment-differs', 'too-many-requests'],
})

export const listMyGiftVouchers = endpoint({
  method: 'GET',
  path: '/api/gift-vouchers/mine',
  access: 'customer',
  summary:
    'The gift vouchers the caller bought, signed in or with an address that is confirmed to be theirs, with their codes, newest first.',
  failed: 'Failed to load your gifts',
  response: z.array(GiftVoucher),
})

export const redeemOnHold = endpoint({
  method: 'PUT',
  path: '/api/bookings/holds/:id/voucher',
  access: 'customer',
  summary:
    "Reserves as much of a gift voucher as the trip of the caller's own hold costs, deposit first; another code, package or number of riders replaces it.",
  failed: 'Failed to use the gift code',
  params: z.object({ id: z.uuid() }),
  body: z.extend(code, { packageType: PackageType, riders: z.optional(Riders) }),
  response: z.object({ covered: Money, left: Money }),
  errors: [...redeeming, 'hold-not-found', 'hold-expired', 'spots-taken', 'hold-released'],
})

export const takeOffHold = endpoint({
  method: 'DELETE',
  path: '/api/bookings/holds/:id/voucher',
  access: 'customer',
  summary: "Removes a gift voucher from the caller's own hold.",
  failed: 'Failed to remove the gift code',
  params: z.object({ id: z.uuid() }),
  response: null,
  errors: ['hold-not-found', 'payment-in-progress'],
})

export const redeemOnBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/voucher',
  access: 'customer',
  summary:
    "Pays toward one of the caller's own bookings with a gift voucher: the whole balance, or all that is left on the voucher.",
  failed: 'Failed to use the gift code',
  params: z.object({ id: IdInPath }),
  body: code,
  response: z.object({ booking: Booking, paid: Money, left: Money }),
  errors: [...redeeming, 'booking-not-found', 'nothing-owed'],
})

export const redeemOnLink = endpoint({
  method: 'POST',
  path: '/api/balance-links/voucher',
  access: 'public',
  summary:
    "Pays with a gift voucher through a booking's link: an awaited deposit, which it must cover in full, otherwise the whole balance or all that is left on the voucher.",
  failed: 'Failed to use the gift code',
  body: z.strictObject({
    token: LinkToken,
    code: VoucherCode,
    /** The balance the page showed; if it has changed, nothing is paid. */
    owed: Money,
    termsVersion: BookingData.shape.termsVersion,
  }),
  response: z.object({ paid: Money, left: Money }),
  errors: [
    ...redeeming,
    'balance-link-invalid',
    'balance-link-paid',
    'nothing-owed',
    'owed-changed',
    'terms-not-accepted',
  ],
})

// The token goes in the body because URLs are logged.

export const openVoucherLink = endpoint({
  method: 'POST',
  path: '/api/gift-vouchers/link',
  access: 'public',
  summary: 'The gift voucher that a link pays for, for anyone who has the link.',
  failed: 'Failed to load the gift',
  body: z.strictObject({ token: LinkToken }),
  response: LinkedVoucher,
  errors: ['balance-link-invalid', 'voucher-void'],
})

export const payLinkedVoucher = endpoint({
  method: 'POST',
  path: '/api/gift-vouchers/link/payments',
  access: 'public',
  takesKey: true,
  summary: 'Pays by card for the gift voucher of a link: 201 paid, 200 same key again, 202 being confirmed.',
  failed: 'Payment failed',
  query: RealmQuery,
  body: z.strictObject({
    token: LinkToken,
    paymentToken: PaymentToken,
    recaptcha: BotProof,
  }),
  response: LinkedVoucher,
  status: [201, 200, 202],
  errors: [...chargeErrors, 'balance-link-invalid', 'voucher-void', 'voucher-not-good', 'payment-in-progress'],
})
