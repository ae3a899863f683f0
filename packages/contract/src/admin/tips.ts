import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { CardAmount, Money } from '../money.ts'
import { PaymentStatus } from '../payments.ts'
import { RefundOutcome } from '../refunds.ts'
import { optionalText } from '../text-fields.ts'
import { TripDate } from '../trip-date.ts'
import { recordChargeback } from './chargebacks.ts'

// Tips as owner, office and the guide see them (docs/rules.md §3.45).

export const Tip = z.object({
  id: Id,
  at: Instant,
  status: PaymentStatus,
  amount: Money,
  /** Given back, or taken back by the bank. */
  back: Money,
  isChargedBack: z.boolean(),
  /** What can still be given back. */
  refundable: Money,
  payer: z.string(),
  /** `Visa ending in 1111` */
  card: z.nullable(z.string()),
  guide: z.nullable(z.string()),
})
export type Tip = z.infer<typeof Tip>

const id = z.object({ id: IdInPath })

export const listTips = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/tips',
  access: 'office',
  summary: 'The tips of a booking, oldest first; no sum of the booking has them.',
  failed: 'Failed to load the tips',
  params: id,
  response: z.array(Tip),
  errors: ['booking-not-found'],
})

export const listOwnTips = endpoint({
  method: 'GET',
  path: '/api/admin/tips/own',
  access: 'guide',
  summary: "The caller's own tips of the last 30 days, latest first.",
  failed: 'Failed to load your tips',
  response: z.array(z.object({ id: Id, at: Instant, selectedDate: TripDate, kept: Money })),
})

export const refundTip = endpoint({
  method: 'POST',
  path: '/api/admin/tips/:id/refund',
  access: 'owner',
  takesKey: true,
  asksAgain: 'refunds',
  summary: 'Gives a tip back to its card, all that is left of it or an amount. Nothing of the trip changes.',
  failed: 'Refund failed',
  params: id,
  body: z.strictObject({
    amount: z.optional(CardAmount.check(z.gt(0, 'The amount must be more than zero.'))),
    description: optionalText('Description', 4000),
  }),
  response: RefundOutcome,
  errors: [
    'tip-not-found',
    'nothing-to-refund',
    'more-than-refundable',
    'refund-in-progress',
    'key-reused',
    'realm-mismatch',
    'payments-not-connected',
  ],
})

export const recordTipChargeback = endpoint({
  method: 'POST',
  path: '/api/admin/tips/:id/chargeback',
  access: 'owner',
  summary: 'Records that the bank took a tip back after a dispute was lost.',
  failed: 'Failed to record it',
  params: id,
  body: z.pick(recordChargeback.body, { amount: true, takenOn: true, description: true }),
  response: null,
  errors: ['tip-not-found', 'charge-not-found', 'already-charged-back', 'more-than-refundable', 'refund-in-progress'],
})

export const winTipChargeback = endpoint({
  method: 'POST',
  path: '/api/admin/tips/:id/chargeback-won',
  access: 'owner',
  summary: 'Records that the dispute about a tip was won after all.',
  failed: 'Failed to record it',
  params: id,
  response: null,
  errors: ['tip-not-found', 'chargeback-not-found'],
})

export const makeTipPack = endpoint({
  method: 'POST',
  path: '/api/admin/tips/:id/dispute-pack',
  access: 'office',
  summary:
    "The evidence about a tip for the card's bank on one printable page: who, for whom, when, card, refunds, emails. Recorded in the audit log.",
  failed: 'Failed to make the dispute pack',
  params: id,
  response: 'page',
  errors: ['tip-not-found'],
})
