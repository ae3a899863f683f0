import * as z from 'zod/mini'
import { AdminBooking, BookingStatus } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { TrueOrFalse } from './lists.ts'
import { CardAmount, Money } from './money.ts'
import { optionalLine, optionalText, requiredText } from './text-fields.ts'
import { TripDate } from './trip-date.ts'

const verdicts = ['CAPTURED', 'NOT_CHARGED', 'PROVIDER_CANCELLED', 'REFUNDED', 'NOT_REFUNDED', 'DISMISSED'] as const

/** A charge or refund that needs the owner (docs/rules.md §3.16). */
export const PaymentIssue = z.object({
  id: Id,
  kind: z.enum(['REFUNDABLE', 'NEEDS_REVIEW']),
  reason: z.string(),
  createdAt: Instant,
  paymentId: z.nullable(z.string()),
  realmId: z.string(),
  bookingId: z.nullable(Id),
  confirmationNumber: z.nullable(z.string()),
  customer: z.string(),
  email: z.nullable(z.string()),
  paidFor: z.enum(['DEPOSIT', 'BALANCE', 'ANGLER', 'GIFT_VOUCHER', 'TIP']),
  /** These two are null if the card paid for something other than a trip. */
  bookingDate: z.nullable(TripDate),
  guests: z.nullable(z.int()),
  /** The part not yet refunded. */
  amount: Money,
  /** The request's id at the provider. */
  intuitTid: z.string(),
  needsRefund: z.boolean(),
  message: z.string(),
  /** What the owner can do: refund it, or settle it with a verdict. */
  actions: z.array(z.enum(['REFUND', ...verdicts])),
  /** A refund that was refused: whether the guest still owes it, as answered then. */
  stillOwes: z.boolean(),
  /** In lists: why the caller may not refund it. */
  whyNotRefund: z.optional(z.nullable(z.string())),
})
export type PaymentIssue = z.infer<typeof PaymentIssue>

export const RefundRequest = z.object({
  id: Id,
  bookingId: Id,
  confirmationNumber: z.string(),
  customer: z.string(),
  email: z.nullable(z.string()),
  selectedDate: TripDate,
  bookingStatus: BookingStatus,
  /** The requested amount; null means everything paid. */
  amount: z.nullable(Money),
  /** What can still go back, to a gift voucher or a card. */
  refundable: Money,
  description: z.nullable(z.string()),
  createdAt: Instant,
  /** Set if it was approved but the provider refused the refund: it must be decided again. */
  refusedAt: z.nullable(Instant),
  /** Whether the guest still owes what goes back, as answered then. */
  stillOwes: z.boolean(),
  /** Why the caller may not approve it. */
  whyNotRefund: z.nullable(z.string()),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** How soon a refund request is answered, as every place says it (docs/rules.md §2.36). */
export const REFUND_ANSWER = "We'll answer by email within 5 business days."

export const errors = {
  'failure-not-found': { status: 404, message: "We couldn't find that refund item." },
  'failure-resolved': { status: 409, message: 'This item has already been settled.' },
  'no-payment-id': { status: 409, message: 'No paymentId to act on' },
  'wrong-verdict': { status: 409, message: "This item can't be settled that way." },
  'charge-differs': { status: 409, message: "The provider's record of that payment doesn't match what you entered." },
  'refund-request-not-found': { status: 404, message: "We couldn't find that refund request." },
  'refund-request-decided': { status: 409, message: 'This request has already been answered.' },
  'refund-already-requested': {
    status: 409,
    message: `A refund for this booking has already been requested. ${REFUND_ANSWER}`,
  },
  'refund-request-withdrawn': { status: 409, message: 'The guest withdrew this request.' },
  'refund-reason-missing': { status: 400, message: 'Please say in a sentence what happened.' },
  'more-than-refundable': { status: 409, message: 'That is more than can be refunded.' },
  'refund-in-progress': {
    status: 409,
    message: "A refund for this booking is being processed. Please wait until it's done.",
  },
  'already-settled': {
    status: 409,
    message: 'This charge has settled. Refund it instead.',
  },
  'voucher-ended': {
    status: 409,
    message: 'It was paid with a gift voucher that is void or has expired. Renew the voucher to give it back.',
  },
  'nothing-to-refund': { status: 409, message: 'There is no card payment to refund.' },
} as const

const id = z.object({ id: IdInPath })

const refundOutcome = { success: z.boolean(), message: z.string() }

/** `success` is false if a part failed or its outcome is unknown; `message` says what happened. */
export const RefundOutcome = z.object(refundOutcome)
export type RefundOutcome = z.infer<typeof RefundOutcome>

export const RefundAnswer = z.object({ ...refundOutcome, booking: AdminBooking })
export type RefundAnswer = z.infer<typeof RefundAnswer>

/** What the owner reads of a refund that was refused, and the next step. */
export const TURNED_DOWN = 'QuickBooks turned down this refund.'
export const TRY_AGAIN = 'Try again, or pay it back another way.'

/** Whether the guest still owes what goes back; no unless told otherwise, now or when it was refused (docs/rules.md §3.33). */
const stillOwes = z.optional(TrueOrFalse)
const answered = z.strictObject({ stillOwes })

const refundingErrors = [
  'nothing-to-refund',
  'voucher-ended',
  'more-than-refundable',
  'refund-in-progress',
  'payment-in-progress',
  'key-reused',
  'realm-mismatch',
  'payments-not-connected',
  'refund-above-limit',
] as const

/** Dollars in a URL: `350` or `350.50`. */
const AmountInQuery = z.codec(
  z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter the amount in dollars, with at most two decimals.')),
  z.int().check(z.gt(0, 'The amount must be more than zero.')),
  { decode: (text) => Math.round(Number(text) * 100), encode: (cents) => String(cents / 100) },
)

export const requestRefund = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/refund',
  access: 'customer-or-office',
  takesKey: true,
  asksAgain: 'refunds',
  summary:
    "A customer asks the owner for a refund and says why in `description`; one open request per booking. With an admin's token, it is the refund itself.",
  failed: 'Failed to request refund',
  params: id,
  body: z.strictObject({
    amount: z.optional(CardAmount.check(z.gt(0, 'The amount must be more than zero.'))),
    description: optionalText('Description', 4000),
    stillOwes: z.optional(z.boolean()),
  }),
  response: z.union([z.object({ status: z.literal('REQUESTED'), message: z.string() }), RefundAnswer]),
  status: [202, 200],
  errors: ['booking-not-found', ...refundingErrors, 'refund-already-requested', 'refund-reason-missing'],
})

export const withdrawRefundRequest = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/refund/withdraw',
  access: 'customer',
  summary:
    "Takes back the refund request of the caller's own booking that was made at `askedAt`, its `refundAskedAt`. A repeat gets the same answer, and leaves a newer request alone.",
  failed: 'Failed to withdraw the request',
  params: id,
  body: z.strictObject({ askedAt: Instant }),
  response: null,
  errors: ['booking-not-found', 'refund-request-not-found', 'refund-request-decided'],
})

export const refundBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/refund',
  access: 'office',
  takesKey: true,
  asksAgain: 'refunds',
  summary:
    'Refunds what was paid, gift vouchers first, then the newest charge: `amount`, or all the rest. What a void or expired voucher paid goes back only with `renewVouchers`. The guest owes none of it again, unless `stillOwes` is true. The same `Idempotency-Key` is the same refund; without one, the same amount within two minutes.',
  failed: 'Refund failed',
  params: id,
  query: z.strictObject({
    amount: z.optional(AmountInQuery),
    /** Only what paid this share of a split bill. */
    shareId: z.optional(IdInPath),
    /** Only this card payment. */
    chargeId: z.optional(IdInPath),
    description: z.optional(optionalText('Description', 4000)),
    stillOwes,
    /** An owner's choice: a void voucher is replaced by one with a new code, an expired one gets a new last day. */
    renewVouchers: z.optional(TrueOrFalse),
    /** The renewed voucher's last day; without it, it never expires. */
    lastDay: z.optional(TripDate),
  }),
  response: RefundAnswer,
  errors: ['booking-not-found', ...refundingErrors],
})

export const listVoidableCharges = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/void',
  access: 'office',
  summary:
    "A booking's charges with something left, newest first, each with why it can't be canceled, by QuickBooks' own record.",
  failed: 'Failed to look up the charges',
  params: id,
  response: z.array(z.object({ id: Id, whyNot: z.nullable(z.string()) })),
  errors: ['booking-not-found'],
})

export const voidBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/void',
  access: 'office',
  asksAgain: 'refunds',
  summary:
    'Voids one charge of a booking, `chargeId` or the newest; refused once it has settled or a part of it went back. The guest owes none of it again, unless `stillOwes` is true. The same charge again gets the first answer.',
  failed: 'Refund failed',
  params: id,
  query: z.strictObject({ stillOwes, chargeId: z.optional(IdInPath) }),
  response: RefundAnswer,
  errors: ['booking-not-found', ...refundingErrors, 'already-settled'],
})

export const listRefundableFailures = endpoint({
  method: 'GET',
  path: '/api/admin/refunds',
  access: 'office',
  summary: 'Payments that need the owner: to be refunded, or of unknown outcome. Newest first.',
  failed: 'Failed to load refund items',
  response: z.array(PaymentIssue),
})

export const refundFailure = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/:id/refund',
  access: 'office',
  takesKey: true,
  asksAgain: 'refunds',
  summary: 'Refunds a payment from the list of failures.',
  failed: 'Refund failed',
  params: id,
  query: answered,
  response: z.extend(RefundAnswer, { failure: PaymentIssue }),
  errors: ['failure-not-found', 'failure-resolved', 'no-payment-id', ...refundingErrors],
})

export const resolveFailure = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/:id/resolve',
  access: 'office',
  summary:
    "Settles an item by the owner's verdict. A payment of unknown outcome: CAPTURED with its paymentId, or NOT_CHARGED. A refund of unknown outcome: REFUNDED or NOT_REFUNDED. A charge the provider cancelled itself: PROVIDER_CANCELLED. Books that differ: REFUNDED records what the provider has refunded. DISMISSED leaves a refused refund or a difference as is. Verdicts are checked against the provider where possible.",
  failed: 'Failed to settle the payment',
  params: id,
  body: z.strictObject({
    outcome: z.enum(verdicts),
    /** For a captured charge, or a cancelled one we have no payment id for. */
    paymentId: optionalLine('Payment ID'),
    /** For money that went back at the provider, as by a dispute that was lost: whether the guest still owes it. */
    stillOwes: z.optional(z.boolean()),
  }),
  response: PaymentIssue,
  errors: [
    'failure-not-found',
    'failure-resolved',
    'wrong-verdict',
    'no-payment-id',
    'charge-differs',
    'payments-unavailable',
    'realm-mismatch',
    'refund-in-progress',
  ],
})

export const listRefundRequests = endpoint({
  method: 'GET',
  path: '/api/admin/refund-requests',
  access: 'office',
  summary: 'Open refund requests, oldest first.',
  failed: 'Failed to load refund requests',
  response: z.array(RefundRequest),
})

export const approveRefundRequest = endpoint({
  method: 'POST',
  path: '/api/admin/refund-requests/:id/approve',
  access: 'office',
  asksAgain: 'refunds',
  summary:
    'Refunds the requested amount, or as much of it as is left; with `cancels`, the trip is canceled in the same transaction.',
  failed: 'Refund failed',
  params: id,
  query: z.strictObject({ stillOwes, cancels: z.optional(TrueOrFalse) }),
  response: RefundAnswer,
  errors: ['refund-request-not-found', 'refund-request-decided', 'refund-request-withdrawn', ...refundingErrors],
})

export const declineRefundRequest = endpoint({
  method: 'POST',
  path: '/api/admin/refund-requests/:id/decline',
  access: 'office',
  summary: 'Declines a request; the answer is emailed to the customer.',
  failed: 'Failed to decline the request',
  params: id,
  body: z.strictObject({ answer: requiredText('An answer', 4000) }),
  response: null,
  errors: ['refund-request-not-found', 'refund-request-decided', 'refund-request-withdrawn'],
})
