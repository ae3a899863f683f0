import * as z from 'zod/mini'
import { BookingData } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { Money } from './money.ts'
import { BalancePayment, chargeErrors, PaymentStatus, RealmQuery } from './payments.ts'
import { TripDate } from './trip-date.ts'

// An emailed link pays the balance of one booking, without signing in (docs/rules.md §3.24).

const LinkToken = z.string('A link is required.').check(z.minLength(1, 'A link is required.'), z.maxLength(200))

export const errors = {
  'balance-link-invalid': { status: 404, message: "This payment link doesn't work anymore." },
  'balance-link-paid': { status: 409, message: "This balance is paid. Thank you, there's nothing left to pay." },
  'terms-not-accepted': { status: 409, message: 'Please agree to the terms before you pay.' },
} as const

/** What whoever has the link is shown. */
export const LinkedBalance = z.object({
  firstName: z.string(),
  selectedDate: TripDate,
  numberOfGuests: z.int(),
  riders: z.int(),
  owed: Money,
  /** What of it comes first, where the deposit is not paid yet. */
  deposit: z.nullable(Money),
  /** Whether a card pays more than the deposit. */
  isBalanceByCard: z.boolean(),
  /** A payment of the booking has no outcome yet, and nothing else is taken meanwhile. */
  isPaying: z.boolean(),
  /** Until when the spots are kept for the deposit; null where the booking is confirmed. */
  depositUntil: z.nullable(Instant),
  /** The owner entered the booking, and nobody accepted the terms yet: who pays does (docs/rules.md §19.4). */
  asksTerms: z.boolean(),
  /** Whether a receipt is emailed. */
  hasEmail: z.boolean(),
})
export type LinkedBalance = z.infer<typeof LinkedBalance>

export const LinkedPayment = z.object({ id: Id, amount: Money, status: PaymentStatus })
export type LinkedPayment = z.infer<typeof LinkedPayment>

// The token is in the body: addresses are logged.

export const openBalanceLink = endpoint({
  method: 'POST',
  path: '/api/balance-links',
  access: 'public',
  summary: 'What the emailed link of a balance pays, for whoever has it.',
  failed: 'Failed to load the balance',
  body: z.strictObject({ token: LinkToken }),
  response: LinkedBalance,
  errors: ['balance-link-invalid', 'balance-link-paid', 'balance-not-by-card'],
})

export const payLinkedBalance = endpoint({
  method: 'POST',
  path: '/api/balance-links/payments',
  access: 'public',
  summary:
    'Pays toward the balance of the link: 201 paid, 200 the same key again, 202 being confirmed. The key is the `Idempotency-Key` header, or else the card token.',
  failed: 'Payment failed',
  query: RealmQuery,
  body: z.extend(z.pick(BalancePayment, { amount: true, currency: true, paymentToken: true }), {
    token: LinkToken,
    /** What the page said is owed: when it is less or more by now, nothing is charged. */
    owed: Money,
    termsVersion: BookingData.shape.termsVersion,
  }),
  response: LinkedPayment,
  status: [201, 200, 202],
  errors: [
    ...chargeErrors,
    'balance-link-invalid',
    'balance-link-paid',
    'balance-not-by-card',
    'nothing-owed',
    'more-than-owed',
    'owed-changed',
    'terms-not-accepted',
  ],
})

export const readLinkedPayment = endpoint({
  method: 'POST',
  path: '/api/balance-links/payments/:id',
  access: 'public',
  summary: 'How a payment stands that was made with this link.',
  failed: 'Failed to retrieve payment',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ token: LinkToken }),
  response: LinkedPayment,
  errors: ['balance-link-invalid', 'payment-not-found'],
})

export const makePayLink = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/pay-link',
  access: 'office',
  summary:
    'Makes a link that pays what a booking owes, to be copied into a text message; earlier ones go on working. With `depositUntil` a PENDING booking keeps its spots until then, and the guest gets an email with a link too.',
  failed: 'Failed to make the link',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ depositUntil: z.optional(Instant) }),
  response: z.object({ link: z.string(), depositUntil: z.nullable(Instant) }),
  errors: ['booking-not-found', 'nothing-owed', 'balance-not-by-card', 'payment-in-progress'],
})
