import * as z from 'zod/mini'
import { AdminBooking } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { MANUAL_METHODS } from '../manual-methods.ts'
import { Difference, Money } from '../money.ts'
import { optionalLine, requiredText } from '../text-fields.ts'
import { TripDate } from '../trip-date.ts'

const bookingId = z.object({ id: IdInPath })

export const errors = {
  'manual-payment-not-found': { status: 404, message: "We couldn't find that payment." },
  'already-taken-back': { status: 409, message: 'That payment was already removed.' },
  'takings-changed': { status: 409, message: 'What they took has changed. Reload and check it.' },
  'takings-kept': { status: 409, message: 'Owners keep what they take. Somebody else takes what you took.' },
  'hand-over-not-found': { status: 404, message: "We couldn't find that." },
  'owed-changed': { status: 409, message: 'The balance has changed. Reload and check it.' },
} as const

const METHODS = Object.keys(MANUAL_METHODS) as (keyof typeof MANUAL_METHODS)[]
export const ManualMethod = z.enum(METHODS, `The method is one of ${METHODS.join(', ')}.`)
export type ManualMethod = z.infer<typeof ManualMethod>

/** Every way the portal takes money: by hand, or by card with a link that is scanned or texted. */
export const PayMethod = z.enum([...METHODS, 'LINK'], 'Please say how it was paid')
export type PayMethod = z.infer<typeof PayMethod>
export const PAY_METHODS: Readonly<Record<PayMethod, { name: string }>> = {
  ...MANUAL_METHODS,
  LINK: { name: 'Card (pay link)' },
}

const CHECK_NUMBER = /(?:\b(?:check|ck|no|number|num)\b[\s.:#]*)+(\d+)|#\s*(\d+)|^(\d+)$|\b(\d{3,})\b/i

/** What was typed for a check as its number and the rest: `Check 88, from Sue` is 88, with the note `from Sue`. */
export function readCheckNote(typed: string | null): { checkNumber: string | null; note: string | null } {
  const found = typed?.trim().match(CHECK_NUMBER)
  const rest = (found ? typed!.trim().replace(found[0], ' ') : (typed ?? ''))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;.:-]+|[\s,;:-]+$/g, '')
  return { checkNumber: found?.slice(1).find(Boolean) ?? null, note: rest || null }
}

/** A payment by hand, with its removal if any. */
export const ManualPayment = z.object({
  id: Id,
  amount: Money,
  method: ManualMethod,
  note: z.nullable(z.string()),
  createdAt: Instant,
  /** Whose share of a split bill it paid. */
  share: z.nullable(z.string()),
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
  /** Whose share it is of a bill that is split, or null for nobody's; by default the unpaid ones in their order. */
  shareId: z.optional(z.nullable(Id)),
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
    'share-not-found',
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

/** What somebody took by hand and gave to whoever keeps it, of one way to pay; below zero if they got it back. */
const HandOver = z.object({ id: Id, method: ManualMethod, amount: Difference, to: z.string(), at: Instant })

/** What one person has of what was taken by hand. */
const Takings = z.object({
  personId: Id,
  name: z.string(),
  /** Not handed over yet; `since` is the day of the first entry. */
  taken: z.array(z.object({ method: ManualMethod, amount: Difference, since: TripDate })),
  /** Today's. */
  handedOver: z.array(HandOver),
  /** Whether the caller may say that they handed it over. */
  mayHandOver: z.boolean(),
})
export type Takings = z.infer<typeof Takings>

export const listTakings = endpoint({
  method: 'GET',
  path: '/api/admin/payments/takings',
  access: 'guide',
  summary:
    'What each person took by hand, for trips and gift vouchers, by method, less what was removed or given back, and has not handed over; of owners, who keep it, what they took today. A guide sees their own.',
  failed: 'Failed to load who took what',
  response: z.array(Takings),
})

export const recordHandOver = endpoint({
  method: 'POST',
  path: '/api/admin/payments/hand-overs',
  access: 'office',
  takesKey: true,
  summary:
    'Writes down that somebody handed over to the caller all they took by one method. Refused if that is no longer `amount`. A repeated `Idempotency-Key` is the same hand-over.',
  failed: 'Failed to settle up',
  body: z.strictObject({ personId: Id, method: ManualMethod, amount: Difference }),
  response: null,
  errors: ['takings-changed', 'takings-kept', 'user-not-found', 'key-reused'],
})

export const undoHandOver = endpoint({
  method: 'DELETE',
  path: '/api/admin/payments/hand-overs/:id',
  access: 'office',
  summary: 'Undoes a hand-over: what it was about is to be handed over again. A repeat changes nothing.',
  failed: 'Failed to undo it',
  params: bookingId,
  response: null,
  errors: ['hand-over-not-found'],
})
