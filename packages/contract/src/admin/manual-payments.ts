import * as z from 'zod/mini'
import { AdminBooking } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant, optionalLine, requiredText } from '../fields.ts'
import { Difference, Money } from '../money.ts'

const bookingId = z.object({ id: IdInPath })

export const errors = {
  'manual-payment-not-found': { status: 404, message: "We couldn't find that payment." },
  'already-taken-back': { status: 409, message: 'That payment was already removed.' },
  'owed-changed': { status: 409, message: 'The balance has changed. Reload and check it.' },
} as const

/** Ways to pay that somebody writes down: the name of each, and how it reads behind an amount. */
export const MANUAL_METHODS = {
  CASH: { name: 'Cash', how: 'in cash' },
  CHECK: { name: 'Check', how: 'by check' },
  ZELLE: { name: 'Zelle', how: 'by Zelle' },
  VENMO: { name: 'Venmo', how: 'by Venmo' },
  OTHER: { name: 'Other', how: 'directly' },
} as const
export type ManualMethod = keyof typeof MANUAL_METHODS
const METHODS = Object.keys(MANUAL_METHODS) as ManualMethod[]
export const ManualMethod = z.enum(METHODS, `The method is one of ${METHODS.join(', ')}.`)

/** Every way the portal takes money: by hand, or by card with a link that is scanned or texted. */
export const PayMethod = z.enum([...METHODS, 'LINK'], 'Please say how it was paid')
export type PayMethod = z.infer<typeof PayMethod>
export const PAY_METHODS: Readonly<Record<PayMethod, { name: string }>> = {
  ...MANUAL_METHODS,
  LINK: { name: 'Card (pay link)' },
}

/** A payment by hand, with its removal if any. */
export const ManualPayment = z.object({
  id: Id,
  amount: Money,
  method: ManualMethod,
  note: z.nullable(z.string()),
  createdAt: Instant,
  /** The admin who recorded it. */
  recordedBy: z.string(),
  /** `isGivenBack`: the money was given back, rather than recorded by mistake. */
  takenBack: z.nullable(
    z.object({ reason: z.nullable(z.string()), at: Instant, by: z.string(), isGivenBack: z.boolean() }),
  ),
})
export type ManualPayment = z.infer<typeof ManualPayment>

export const NewManualPayment = z.strictObject({
  amount: Money.check(z.gt(0, 'The amount must be more than zero.')),
  method: ManualMethod,
  note: optionalLine('Note', 500),
  /** The balance the admin saw; the payment is refused if it has changed. */
  owed: z.optional(Money),
})
export type NewManualPayment = z.infer<typeof NewManualPayment>

export const listManualPayments = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/payments',
  access: 'office',
  summary: 'Payments by hand toward a booking, oldest first.',
  failed: 'Failed to load the payments',
  params: bookingId,
  response: z.array(ManualPayment),
  errors: ['booking-not-found'],
})

/** The response to a guide who recorded a payment. */
const StillOwed = z.pick(AdminBooking, { id: true, pendingAmount: true })

export const recordManualPayment = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/payments',
  access: 'guide',
  takesKey: true,
  summary:
    'Records a payment by hand of at most what is owed. Refused if the balance is no longer `owed`. A repeated `Idempotency-Key` is the same payment.',
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
  asksAgain: 'refunds',
  summary: 'Removes a payment that was recorded by mistake, by adding a reversing entry.',
  failed: 'Failed to remove the payment',
  params: bookingId,
  body: z.strictObject({ reason: requiredText('A reason', 500) }),
  response: AdminBooking,
  errors: ['manual-payment-not-found', 'already-taken-back', 'refund-above-limit'],
})

export const giveBackManualPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/give-back',
  access: 'office',
  asksAgain: 'refunds',
  summary:
    'Records that a payment was given back in person, whole: a refund. The guest owes none of it again, unless `stillOwes` is true.',
  failed: 'Failed to record the refund',
  params: bookingId,
  body: z.strictObject({ reason: requiredText('A reason', 500), stillOwes: z.optional(z.boolean()) }),
  response: AdminBooking,
  errors: [
    'manual-payment-not-found',
    'already-taken-back',
    'refund-above-limit',
    'payment-in-progress',
    'refund-in-progress',
  ],
})

export const listTakenToday = endpoint({
  method: 'GET',
  path: '/api/admin/payments/today',
  access: 'guide',
  summary:
    'What each person took by hand today at the venue, for trips and gift vouchers, by method, less what was removed or given back. A guide sees their own.',
  failed: "Failed to load today's payments",
  response: z.array(
    z.object({
      personId: Id,
      name: z.string(),
      taken: z.array(z.object({ method: ManualMethod, amount: Difference })),
    }),
  ),
})
