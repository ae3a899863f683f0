import * as z from 'zod/mini'
import { AdminBooking } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath } from '../fields.ts'
import { CardAmount } from '../money.ts'
import { requiredText } from '../text-fields.ts'
import { TripDate } from '../trip-date.ts'

// What a bank took back of a card payment after a dispute was lost (docs/rules.md §3.43).

export const errors = {
  'charge-not-found': { status: 404, message: "We couldn't find that card payment." },
  'already-charged-back': { status: 409, message: 'The bank took this payment back already.' },
  'chargeback-not-found': { status: 404, message: 'There is no lost dispute to undo.' },
} as const

export const recordChargeback = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/chargebacks',
  access: 'owner',
  summary:
    'Records that the bank took a card payment back. Nothing of that payment can be refunded then. The guest owes none of it again, unless `stillOwes` is true.',
  failed: 'Failed to record it',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    /** The card payment, one of the booking's `charges`. */
    paymentId: Id,
    amount: CardAmount.check(z.gt(0, 'The amount must be more than zero.')),
    takenOn: TripDate,
    description: requiredText('What the bank says', 4000),
    stillOwes: z.optional(z.boolean()),
  }),
  response: AdminBooking,
  errors: [
    'booking-not-found',
    'charge-not-found',
    'already-charged-back',
    'more-than-refundable',
    'refund-in-progress',
    'payment-in-progress',
  ],
})

export const winChargeback = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/chargebacks/:orderId/won',
  access: 'owner',
  summary: 'Records that a dispute was won after all: the bank gave the money back, and it counts as paid again.',
  failed: 'Failed to record it',
  params: z.object({ id: IdInPath, orderId: IdInPath }),
  response: AdminBooking,
  errors: ['booking-not-found', 'chargeback-not-found', 'payment-in-progress'],
})
