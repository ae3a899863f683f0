import * as z from 'zod/mini'
import type { Booking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, LinkToken } from './fields.ts'
import { type Cents, formatCents, Money } from './money.ts'
import { BotProof, chargeErrors, PaymentStatus, PaymentToken, RealmQuery } from './payments.ts'
import { Email, requiredLine } from './text-fields.ts'
import { TripDate } from './trip-date.ts'

// A tip for the day's guide, by card, apart from the trip (docs/rules.md §3.45).

export const errors = {
  'tip-closed': { status: 409, message: 'A tip can be paid from the day of the trip on.' },
  'tip-not-found': { status: 404, message: "We couldn't find that tip." },
} as const

export const LEAST_TIP: Cents = 1_00
export const MOST_TIP: Cents = 1000_00

const PERCENTS = [2, 5, 10]
const STEP: Cents = 5_00

/** Three parts of the price that the site shows for such a group, in steps of $5: friends tip each for themselves, and learn nothing of the bill. */
export const tipsOffered = (price: Cents): Cents[] =>
  PERCENTS.map((percent, index) =>
    Math.min(MOST_TIP, Math.max(STEP * (index + 1), Math.round((price * percent) / 100 / STEP) * STEP)),
  )

/** Whether a trip takes tips: from its day on, once the group is on the boat. */
export const takesTips = ({ selectedDate, outcome }: Pick<Booking, 'selectedDate' | 'outcome'>, today: TripDate) =>
  selectedDate <= today && (outcome === 'ON' || outcome === 'TOOK_PLACE')

/** What the page of a trip and the day sheet lead to. */
export const TipLink = z.object({
  /** Whose tip it is; null if the day has no guide that is known. */
  guide: z.nullable(z.string()),
  url: z.url(),
})
export type TipLink = z.infer<typeof TipLink>

/** The same on the page of a trip, with the amounts, and what whoever reads it gave. */
export const TripTip = z.extend(TipLink, {
  amounts: z.array(Money),
  given: z.array(z.object({ amount: Money, receiptUrl: z.url() })),
})
export type TripTip = z.infer<typeof TripTip>

export const TipAsked = z.object({ guide: TipLink.shape.guide, selectedDate: TripDate, amounts: z.array(Money) })
export type TipAsked = z.infer<typeof TipAsked>

export const TipAmount = Money.check(
  z.gte(LEAST_TIP, `A tip is at least ${formatCents(LEAST_TIP)}.`),
  z.lte(MOST_TIP, `A tip by card is at most ${formatCents(MOST_TIP)}.`),
)

export const NewTip = z.strictObject({
  token: LinkToken,
  amount: TipAmount,
  name: requiredLine('Your name', 100),
  email: Email,
  paymentToken: PaymentToken,
  recaptcha: BotProof,
})

export const PaidTip = z.object({
  id: Id,
  amount: Money,
  status: PaymentStatus,
  /** The page of its receipt, once it is paid. */
  receiptUrl: z.nullable(z.url()),
})
export type PaidTip = z.infer<typeof PaidTip>

// The token goes in the body because URLs are logged.

export const openTip = endpoint({
  method: 'POST',
  path: '/api/tips/link',
  access: 'public',
  summary: 'Whom a tip by the link of a trip goes to, and three amounts.',
  failed: 'Failed to load the page',
  body: z.strictObject({ token: LinkToken }),
  response: TipAsked,
  errors: ['trip-link-invalid', 'tip-closed', 'too-many-requests'],
})

export const payTip = endpoint({
  method: 'POST',
  path: '/api/tips',
  access: 'public',
  takesKey: true,
  summary:
    'Pays a tip by the link of a trip: 201 paid, 200 same key again, 202 being confirmed. The key is the `Idempotency-Key` header, otherwise the card token.',
  failed: 'Payment failed',
  query: RealmQuery,
  body: NewTip,
  response: PaidTip,
  status: [201, 200, 202],
  errors: [...chargeErrors, 'trip-link-invalid', 'tip-closed', 'too-many-requests'],
})

export const readTip = endpoint({
  method: 'POST',
  path: '/api/tips/status',
  access: 'public',
  takesKey: true,
  summary: 'What became of the tip that was paid with this link under this `Idempotency-Key`.',
  failed: 'Failed to retrieve payment',
  body: z.strictObject({ token: LinkToken }),
  response: PaidTip,
  errors: ['trip-link-invalid', 'payment-not-found', 'too-many-requests'],
})
