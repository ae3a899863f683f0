import * as z from 'zod/mini'
import { BookingData } from './booking-data.ts'
import { Booking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { CardAmount, Money } from './money.ts'
import { postalCodeWrong, tidyPostalCode } from './postal-codes.ts'
import { lineChecks, requiredLine } from './text-fields.ts'

const flag = z.union([z.boolean(), z.string().check(z.maxLength(10))])

/** A query parameter of many payment calls. It never selects a connection; a wrong one is refused. */
export const RealmQuery = z.object({ realmId: z.optional(z.string().check(z.maxLength(100))) })

/** The provider's single-use card token. */
export const PaymentToken = z
  .string('A payment token is required.')
  .check(z.minLength(1, 'A payment token is required.'), z.maxLength(2000))

export const PaymentData = z.strictObject({
  amount: CardAmount,
  currency: z.literal('USD', 'Amounts are in USD.'),
  /** The provider's single-use card token; omitted only if nothing is due. */
  paymentToken: z.optional(
    z.nullable(z.string().check(z.minLength(1, 'A payment token is required.'), z.maxLength(2000))),
  ),
  description: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
  paymentMethod: z
    .string()
    .check(z.refine((method) => method.toUpperCase() === 'QUICKBOOKS', 'The payment method must be QUICKBOOKS.')),
  metadata: z.optional(
    z.strictObject({
      realmId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      clientId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    }),
  ),
  context: z.optional(z.strictObject({ mobile: z.optional(flag), isEcommerce: z.optional(flag) })),
})

export const RECAPTCHA_ACTION = 'booking_payment'

export const BotProof = z.optional(
  z.strictObject({
    recaptchaToken: z.string().check(z.maxLength(8000)),
    recaptchaAction: z.literal(RECAPTCHA_ACTION),
  }),
)
export type BotProof = z.infer<typeof BotProof>

export const BookingPayment = z.strictObject({
  bookingData: BookingData,
  paymentData: PaymentData,
  /** Omitted to pay first: spots and payment are taken together (docs/rules.md §2.9). Needs an `Idempotency-Key`. */
  holdId: z.optional(z.string().check(z.maxLength(100))),
  recaptcha: BotProof,
})
export type BookingPayment = z.infer<typeof BookingPayment>

export const PAYMENT_PROCESSING_MESSAGE = 'We are confirming your payment. Please do not pay again.'

/** 201 booked now, 200 already booked, 202 outcome unknown, with `status` and `message`. */
export const BookingPaymentResult = z.object({
  confirmationNumber: z.string(),
  booking: Booking,
  status: z.optional(z.literal('PROCESSING')),
  message: z.optional(z.string()),
})
export type BookingPaymentResult = z.infer<typeof BookingPaymentResult>

export const errors = {
  'card-declined': { status: 402, message: 'Your card was declined. Try another card or call your bank.' },
  'payment-failed': { status: 502, message: 'Payment failed. Please try again.' },
  'balance-not-by-card': { status: 409, message: 'Only the deposit can be paid by card.' },
  'payments-not-connected': { status: 503, message: 'Payments not configured. Please try again later.' },
  'payments-unavailable': { status: 503, message: 'Payment failed. Please try again.' },
  'payment-differs': { status: 409, message: 'The amount due has changed. Please review it before paying.' },
  'realm-mismatch': {
    status: 409,
    message: 'This payment belongs to a different merchant account. Please reload the page and try again.',
  },
  'too-many-declines': {
    status: 429,
    message: 'Your cards were declined too often, so we pause card payments for you to protect cardholders.',
  },
  'bot-suspected': {
    status: 403,
    message: "We couldn't verify that you're a person. Please reload the page and try again, or contact us.",
  },
  'payment-not-found': { status: 404, message: "We couldn't find that payment." },
  'more-than-owed': { status: 409, message: 'That is more than the balance due.' },
  'part-too-small': { status: 409, message: 'Please pay at least $50.00, or everything that is owed.' },
  'too-many-parts': {
    status: 429,
    message: 'This booking was paid in several parts today. Please pay everything that is owed, or call us.',
  },
  'nothing-owed': { status: 409, message: "There's nothing to pay on this booking right now." },
  'key-reused': {
    status: 409,
    message: 'This was already sent with different details. Please reload the page.',
  },
  'card-token-refused': { status: 400, message: 'Your card details were refused. Please check them and try again.' },
  'card-tokens-off': {
    status: 403,
    message: 'Card details go straight to the payments provider, never through this server.',
  },
} as const

/** What can stand against any payment by card. */
export const chargeErrors = [
  'payment-differs',
  'payment-in-progress',
  'key-reused',
  'card-declined',
  'payment-failed',
  'payments-not-connected',
  'payments-unavailable',
  'realm-mismatch',
  'too-many-declines',
  'bot-suspected',
] as const

/** What else can stand against a payment toward a balance. */
export const balanceErrors = [
  ...chargeErrors,
  'nothing-owed',
  'balance-not-by-card',
  'more-than-owed',
  'owed-changed',
  'part-too-small',
  'too-many-parts',
] as const

export const payForBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/payment',
  access: 'customer',
  takesKey: true,
  summary:
    'Pays a deposit and makes its hold a booking: 201 confirmed, 200 already confirmed, 202 being confirmed. Without `holdId`, the spots are taken with the payment. Idempotent by `Idempotency-Key`, which is required without `holdId`.',
  failed: 'Booking payment failed',
  query: RealmQuery,
  body: BookingPayment,
  response: BookingPaymentResult,
  status: [201, 200, 202],
  errors: [
    ...chargeErrors,
    'hold-expired',
    'spots-taken',
    'hold-released',
    'hold-not-found',
    'not-enough-spots',
    'date-not-bookable',
    'not-private',
  ],
})

export const PaymentStatus = z.enum(['PROCESSING', 'CAPTURED', 'DECLINED', 'FAILED'])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const Payment = z.object({
  id: Id,
  bookingId: Id,
  amount: Money,
  currency: z.literal('USD'),
  status: PaymentStatus,
  createdAt: Instant,
  refundedAmount: Money,
  cardBrand: z.optional(z.string()),
  last4: z.optional(z.string()),
})
export type Payment = z.infer<typeof Payment>

/** `Visa ending in 1111`; null if the card isn't known. */
export const cardInWords = ({ cardBrand, last4 }: { cardBrand?: string | null; last4?: string | null }) =>
  last4 ? `${cardBrand ?? 'Card'} ending in ${last4}` : null

type PayingCard = Parameters<typeof cardInWords>[0]

/** Where money goes back to, of which a friend's card may have paid: `the Visa ending in 1111`, `the cards that paid`, `your card`. */
export function cardsInWords(cards: readonly PayingCard[]): string {
  if (cards.length > 1) return 'the cards that paid'
  const known = cards[0] && cardInWords(cards[0])
  return known ? `the ${known.replace(/^Card /, 'card ')}` : 'your card'
}

export const BalancePayment = z.strictObject({
  bookingId: Id,
  amount: CardAmount.check(z.gt(0, 'The amount must be more than zero.')),
  currency: z.literal('USD', 'Amounts are in USD.'),
  paymentToken: PaymentToken,
  description: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
  /** The balance the page showed; if it has changed, nothing is charged. */
  owed: z.optional(Money),
  recaptcha: BotProof,
})
export type BalancePayment = z.infer<typeof BalancePayment>

const payBalanceOf = (path: string, failed: string) =>
  endpoint({
    method: 'POST',
    path,
    access: 'customer',
    takesKey: true,
    summary:
      "Pays toward the balance of one of the caller's own bookings: 201 paid, 200 same key again, 202 being confirmed. The key is the `Idempotency-Key` header, otherwise the token.",
    failed,
    query: RealmQuery,
    body: BalancePayment,
    response: Payment,
    status: [201, 200, 202],
    errors: [...balanceErrors, 'booking-not-found'],
  })

const getPaymentOf = (path: string, failed: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'customer-or-office',
    summary: 'One payment, for its customer or an admin.',
    failed,
    params: z.object({ id: IdInPath }),
    query: RealmQuery,
    response: Payment,
    errors: ['payment-not-found'],
  })

export const payBalance = payBalanceOf('/api/payments', 'Payment failed')
export const getPayment = getPaymentOf('/api/payments/:id', 'Failed to retrieve payment')
/** The same calls under the provider's name, as some clients use it. */
export const payBalanceAsCharge = payBalanceOf('/api/quickbooks/charges', 'Failed to create charge')
export const getPaymentAsCharge = getPaymentOf('/api/quickbooks/charges/:id', 'Failed to retrieve charge')

function atLeastTwo(name: string, limit: number) {
  const tooShort = `${name} must be at least 2 characters`
  return requiredLine(name, limit, tooShort).check(z.minLength(2, tooShort))
}

/** The card in the format of the provider's token endpoint (docs/rules.md §3.5). Never stored, never logged. */
export const CardPayload = z.strictObject({
  card: z.strictObject({
    name: requiredLine('Cardholder name', 100, 'Please enter the cardholder name'),
    number: z.string().check(z.regex(/^\d{13,19}$/, 'Please enter a valid card number')),
    expMonth: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/, 'Please choose a month')),
    expYear: z.string().check(z.regex(/^\d{4}$/, 'Please choose a year')),
    cvc: z.string().check(z.regex(/^\d{3,4}$/, 'Please enter a valid CVV')),
    address: z
      .strictObject({
        postalCode: requiredLine('Postal code', 20),
        country: requiredLine('Country', 2),
        region: atLeastTwo('State/Region', 50),
        streetAddress: atLeastTwo('Street address', 200),
        city: z
          .string()
          .check(
            z.trim(),
            z.minLength(2, 'City must be between 2 and 50 characters'),
            z.maxLength(50, 'City must be between 2 and 50 characters'),
            ...lineChecks('City', 50),
          ),
      })
      .check(
        z.overwrite((address) => ({
          ...address,
          postalCode: tidyPostalCode(address.postalCode, address.country) ?? '',
        })),
        z.refine(({ postalCode }) => postalCode !== '', {
          path: ['postalCode'],
          error: ({ input }) => postalCodeWrong((input as { country: string }).country),
        }),
      ),
  }),
})
export type CardPayload = z.infer<typeof CardPayload>

/** Where the payload has each field of the card form. */
const CARD_FIELDS = {
  number: 'card.number',
  expMonth: 'card.expMonth',
  expYear: 'card.expYear',
  cvc: 'card.cvc',
  name: 'card.name',
  streetAddress: 'card.address.streetAddress',
  city: 'card.address.city',
  region: 'card.address.region',
  postalCode: 'card.address.postalCode',
  country: 'card.address.country',
} as const
export type CardField = keyof typeof CARD_FIELDS

/** The field of the card that the provider's refusal names by its `detail`, and its place in the payload. */
export function refusedCardField(detail: string): { field: CardField; path: string } | undefined {
  const named = detail.toLowerCase()
  const last = named.split('.').at(-1)
  const found = Object.entries(CARD_FIELDS).find(([field]) => named.startsWith('card.') && field.toLowerCase() === last)
  return found && { field: found[0] as CardField, path: found[1] }
}

export const createCardToken = endpoint({
  method: 'POST',
  path: '/api/payments/tokens',
  access: 'customer-or-office',
  summary:
    "Creates a card token for clients that can't reach the provider themselves; off in production unless allowed.",
  failed: 'Card token creation failed',
  query: RealmQuery,
  body: CardPayload,
  response: z.object({ value: z.string() }),
  status: 201,
  errors: [
    'card-tokens-off',
    'card-token-refused',
    'payment-failed',
    'payments-not-connected',
    'payments-unavailable',
    'realm-mismatch',
    'too-many-requests',
  ],
})
