import * as z from 'zod/mini'
import { BookingData } from './booking-data.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath, Instant } from './fields.ts'
import { CardAmount, Money } from './money.ts'
import { BotProof, chargeErrors, Payment, PaymentToken, RealmQuery } from './payments.ts'

// An angler who joins a booking that stands (docs/rules.md §2.38).

/** What one more angler changes, at the prices of the booking. */
export const AnglerQuote = z.object({
  /** With the one who joins. */
  numberOfGuests: z.int(),
  /** What the total grows by: the package, less the empty spot of a private morning that is taken. */
  added: Money,
  totalAmount: Money,
  /** Paid now. */
  deposit: Money,
})
export type AnglerQuote = z.infer<typeof AnglerQuote>

const held = z.object({ holdId: z.uuid(), expiresAt: Instant, holdDurationMinutes: z.int() })

/** `hold` is null where nothing is held and whoever pays first has the spot (docs/rules.md §2.9); `message` says so. */
export const HeldAngler = z.object({ ...AnglerQuote.shape, hold: z.nullable(held), message: z.optional(z.string()) })
export type HeldAngler = z.infer<typeof HeldAngler>

const bookingInPath = z.object({ id: IdInPath })

const whyNot = ['booking-not-found', 'not-changeable', 'not-enough-spots', 'date-not-bookable'] as const

export const holdAngler = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/angler/hold',
  access: 'customer',
  summary:
    "Holds a spot for one more angler of one of the caller's own bookings, at the booking's prices; replaces the caller's earlier hold.",
  failed: 'Failed to hold the spot',
  params: bookingInPath,
  response: HeldAngler,
  status: 201,
  errors: [...whyNot, 'booking-changed', 'payment-in-progress'],
})

export const AnglerPayment = z.strictObject({
  /** Omitted to pay first. */
  holdId: z.optional(z.uuid()),
  /** The deposit that the page showed. */
  amount: CardAmount,
  /** The total that the page showed. */
  totalAmount: Money,
  currency: z.literal('USD', 'Amounts are in USD.'),
  /** Omitted only if nothing is due. */
  paymentToken: z.optional(PaymentToken),
  termsVersion: z.nonoptional(BookingData.shape.termsVersion, 'Please agree to the terms.'),
  recaptcha: BotProof,
})
export type AnglerPayment = z.infer<typeof AnglerPayment>

export const payAngler = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/angler',
  access: 'customer',
  takesKey: true,
  summary:
    'Pays the deposit of one more angler, who then belongs to the booking: 201 joined, 200 same key again, 202 being confirmed, with the booking as it was. `payment` is null where nothing was due. Needs an `Idempotency-Key`.',
  failed: 'Payment failed',
  params: bookingInPath,
  query: RealmQuery,
  body: AnglerPayment,
  response: z.object({ payment: z.nullable(Payment) }),
  status: [201, 200, 202],
  errors: [
    ...chargeErrors,
    ...whyNot,
    'booking-changed',
    'hold-expired',
    'spots-taken',
    'hold-released',
    'hold-not-found',
  ],
})
