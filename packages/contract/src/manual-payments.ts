import * as z from 'zod/mini'
import { AdminBooking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, optionalLine, requiredText } from './fields.ts'
import { Money } from './money.ts'

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
})
export type NewManualPayment = z.infer<typeof NewManualPayment>

export const errors = {
  'manual-payment-not-found': { status: 404, message: 'We could not find that payment.' },
  'already-taken-back': { status: 409, message: 'That payment was taken back already.' },
} as const

const bookingId = z.object({ id: IdInPath })

export const listManualPayments = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/payments',
  access: 'admin',
  summary: 'What was paid toward a booking in cash or by check, the first one first.',
  failed: 'Failed to load the payments',
  params: bookingId,
  response: z.array(ManualPayment),
  errors: ['booking-not-found'],
})

export const recordManualPayment = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/payments',
  access: 'admin',
  summary:
    'Writes down money taken in cash or by check, at most what is owed. The same `Idempotency-Key` is the same payment.',
  failed: 'Failed to record the payment',
  params: bookingId,
  body: NewManualPayment,
  response: AdminBooking,
  status: 201,
  errors: ['booking-not-found', 'nothing-owed', 'more-than-owed', 'payment-in-progress', 'key-reused'],
})

export const takeBackManualPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/take-back',
  access: 'admin',
  summary: 'Takes an entry back with an entry beside it: it was a mistake, or the money was given back by hand.',
  failed: 'Failed to take the payment back',
  params: bookingId,
  body: z.strictObject({ reason: requiredText('A reason', 500) }),
  response: AdminBooking,
  errors: ['manual-payment-not-found', 'already-taken-back'],
})
