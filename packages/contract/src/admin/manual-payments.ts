import * as z from 'zod/mini'
import { AdminBooking } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant, optionalLine, requiredText } from '../fields.ts'
import { Money } from '../money.ts'

const bookingId = z.object({ id: IdInPath })

export const errors = {
  'manual-payment-not-found': { status: 404, message: 'We could not find that payment.' },
  'already-taken-back': { status: 409, message: 'That payment was already removed.' },
  'owed-changed': { status: 409, message: 'Something else is owed by now.' },
} as const

/** How money comes without a card. */
export const ManualMethod = z.enum(['CASH', 'CHECK'], 'The method is CASH or CHECK.')
export type ManualMethod = z.infer<typeof ManualMethod>

/** Money the owner took by hand, with the entry that took it back if there is one. */
export const ManualPayment = z.object({
  id: Id,
  amount: Money,
  method: ManualMethod,
  note: z.nullable(z.string()),
  createdAt: Instant,
  /** The admin who wrote it down. */
  recordedBy: z.string(),
  takenBack: z.nullable(z.object({ reason: z.nullable(z.string()), at: Instant, by: z.string() })),
})
export type ManualPayment = z.infer<typeof ManualPayment>

export const NewManualPayment = z.strictObject({
  amount: Money.check(z.gt(0, 'The amount must be more than zero.')),
  method: ManualMethod,
  note: optionalLine('Note', 500),
  /** What was owed as whoever took it saw that; refused when something else is owed by now. */
  owed: z.optional(Money),
})
export type NewManualPayment = z.infer<typeof NewManualPayment>

export const listManualPayments = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/payments',
  access: 'office',
  summary: 'What was paid toward a booking in cash or by check, the first one first.',
  failed: 'Failed to load the payments',
  params: bookingId,
  response: z.array(ManualPayment),
  errors: ['booking-not-found'],
})

/** What a guide is told of a payment that was noted. */
const StillOwed = z.pick(AdminBooking, { id: true, pendingAmount: true })

export const recordManualPayment = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/payments',
  access: 'guide',
  summary:
    'Records money taken in cash or by check, at most what is owed, and nothing when that is not `owed` anymore. The same `Idempotency-Key` is the same payment.',
  failed: 'Failed to add the payment',
  params: bookingId,
  body: NewManualPayment,
  response: z.union([AdminBooking, StillOwed]),
  status: 201,
  errors: [
    'booking-not-found',
    'nothing-owed',
    'more-than-owed',
    'owed-changed',
    'payment-differs',
    'payment-in-progress',
    'key-reused',
  ],
})

export const takeBackManualPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/take-back',
  access: 'office',
  summary: 'Removes an entry by adding one beside it: it was a mistake, or the money was given back in person.',
  failed: 'Failed to remove the payment',
  params: bookingId,
  body: z.strictObject({ reason: requiredText('A reason', 500) }),
  response: AdminBooking,
  errors: ['manual-payment-not-found', 'already-taken-back', 'refund-above-limit'],
})
