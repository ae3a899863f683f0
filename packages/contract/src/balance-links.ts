import * as z from 'zod/mini'
import { BookingData } from './booking-data.ts'
import { UnpricedMorning } from './configuration.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, LinkToken } from './fields.ts'
import { Money } from './money.ts'
import { BalancePayment, balanceErrors, PaymentStatus, RealmQuery } from './payments.ts'
import { Email } from './text-fields.ts'
import { TripDate } from './trip-date.ts'

// An emailed link pays one booking's balance without signing in (docs/rules.md §3.24).

export const errors = {
  'balance-link-invalid': { status: 404, message: "This payment link doesn't work anymore." },
  'balance-link-paid': { status: 409, message: "This balance is paid. Thank you, there's nothing left to pay." },
  'terms-not-accepted': { status: 409, message: 'Please agree to the terms before you pay.' },
} as const

/** What anyone with the link sees. */
export const LinkedBalance = z.object({
  firstName: z.string(),
  selectedDate: TripDate,
  numberOfGuests: z.int(),
  riders: z.int(),
  privateMorning: UnpricedMorning,
  owed: Money,
  /** Whose share of the bill it is, if it is one: `owed` is then what this share asks. */
  share: z.nullable(z.object({ name: z.string(), isOwn: z.boolean() })),
  /** The part to pay first while the deposit is unpaid. */
  deposit: z.nullable(Money),
  /** Whether a card pays more than the deposit. */
  isBalanceByCard: z.boolean(),
  /** A payment of the booking has no outcome yet; no other is accepted until it does. */
  isPaying: z.boolean(),
  /** How long the spots are kept for the deposit; null once the booking is confirmed. */
  depositUntil: z.nullable(Instant),
  /** The owner entered the booking and the terms aren't accepted yet: the payer accepts them (docs/rules.md §19.4). */
  asksTerms: z.boolean(),
  /** Whether a receipt is emailed. */
  hasEmail: z.boolean(),
})
export type LinkedBalance = z.infer<typeof LinkedBalance>

export const LinkedPayment = z.object({ id: Id, amount: Money, status: PaymentStatus })
export type LinkedPayment = z.infer<typeof LinkedPayment>

// The token goes in the body because URLs are logged.

export const openBalanceLink = endpoint({
  method: 'POST',
  path: '/api/balance-links',
  access: 'public',
  summary: 'What an emailed payment link pays, for anyone who has it.',
  failed: 'Failed to load the balance',
  body: z.strictObject({ token: LinkToken }),
  response: LinkedBalance,
  errors: ['balance-link-invalid', 'balance-link-paid', 'balance-not-by-card'],
})

export const payLinkedBalance = endpoint({
  method: 'POST',
  path: '/api/balance-links/payments',
  access: 'public',
  takesKey: true,
  summary:
    'Pays toward the balance of the link: 201 paid, 200 same key again, 202 being confirmed. The key is the `Idempotency-Key` header, otherwise the card token.',
  failed: 'Payment failed',
  query: RealmQuery,
  body: z.extend(z.pick(BalancePayment, { amount: true, currency: true, paymentToken: true, recaptcha: true }), {
    token: LinkToken,
    /** The balance the page showed; if it has changed, nothing is charged. */
    owed: Money,
    termsVersion: BookingData.shape.termsVersion,
  }),
  response: LinkedPayment,
  status: [201, 200, 202],
  errors: [...balanceErrors, 'balance-link-invalid', 'balance-link-paid', 'terms-not-accepted'],
})

export const readLinkedPayment = endpoint({
  method: 'POST',
  path: '/api/balance-links/payments/:id',
  access: 'public',
  summary: 'The status of a payment made with this link.',
  failed: 'Failed to retrieve payment',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ token: LinkToken }),
  response: LinkedPayment,
  errors: ['balance-link-invalid', 'payment-not-found'],
})

export const emailReceipt = endpoint({
  method: 'POST',
  path: '/api/balance-links/payments/:id/receipt',
  access: 'public',
  summary: 'Emails a receipt of a payment made with this link to whoever paid, a few times an hour.',
  failed: 'Failed to send the receipt',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ token: LinkToken, email: Email }),
  response: z.object({ message: z.string() }),
  status: 202,
  errors: ['balance-link-invalid', 'payment-not-found', 'too-many-requests'],
})

export const makePayLink = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/pay-link',
  access: 'guide',
  summary:
    'Makes a link that pays what a booking owes, to copy into a text message; earlier links keep working. With `depositUntil`, a PENDING booking keeps its spots until then, and the guest is emailed a link too. A guide makes one for a group of today.',
  failed: 'Failed to make the link',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ depositUntil: z.optional(Instant) }),
  response: z.object({ link: z.string(), depositUntil: z.nullable(Instant) }),
  errors: ['booking-not-found', 'nothing-owed', 'balance-not-by-card', 'payment-in-progress'],
})
