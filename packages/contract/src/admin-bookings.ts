import * as z from 'zod/mini'
import { AdminBooking, BookingStatus } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath, optionalPageQuery, optionalText, pageOf, SearchText, sortedBy, TrueOrFalse } from './fields.ts'
import { CardAmount } from './money.ts'

// Apart from `bookings.ts`, which every booking dialog loads.

const bookingId = z.object({ id: IdInPath })

export const listAdminBookings = endpoint({
  method: 'GET',
  path: '/api/admin/bookings',
  access: 'admin',
  summary: 'Bookings, newest first: a page with `page`, without it a plain array of at most 1000.',
  failed: 'Failed to load bookings',
  query: z.object({
    ...optionalPageQuery,
    q: z.optional(SearchText),
    status: z.optional(BookingStatus),
    userId: z.optional(IdInPath),
    sort: sortedBy('name', 'date', 'guests', 'total', 'deposit', 'status', 'created'),
  }),
  response: z.union([pageOf(AdminBooking), z.array(AdminBooking)]),
})

const refundOutcome = { success: z.boolean(), message: z.string() }

/** `success` is false when a part failed or is not known yet; `message` says what was done. */
const RefundOutcome = z.object(refundOutcome)
export type RefundOutcome = z.infer<typeof RefundOutcome>

export const RefundAnswer = z.object({ ...refundOutcome, booking: AdminBooking })
export type RefundAnswer = z.infer<typeof RefundAnswer>

const refundingErrors = [
  'booking-not-found',
  'nothing-to-refund',
  'more-than-refundable',
  'refund-in-progress',
  'payment-in-progress',
  'key-reused',
  'realm-mismatch',
  'payments-not-connected',
] as const

/** Dollars in an address: `350` or `350.50`. */
const AmountInQuery = z.codec(
  z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/, 'An amount is in dollars, with at most two decimals.')),
  z.int().check(z.gt(0, 'An amount is more than zero.')),
  { decode: (text) => Math.round(Number(text) * 100), encode: (cents) => String(cents / 100) },
)

export const requestRefund = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/refund',
  access: 'signed-in',
  summary:
    "A customer asks the owner for a refund; one open request a booking. With an admin's token it is the refund itself.",
  failed: 'Failed to request refund',
  params: bookingId,
  body: z.strictObject({
    amount: z.optional(CardAmount.check(z.gt(0, 'An amount is more than zero.'))),
    description: optionalText('Description', 4000),
  }),
  response: z.union([z.object({ status: z.literal('REQUESTED'), message: z.string() }), RefundAnswer]),
  status: [202, 200],
  errors: [...refundingErrors, 'refund-already-requested'],
})

const setStatusErrors = [
  'booking-not-found',
  'payment-in-progress',
  'not-enough-spots',
  ...(['refund-in-progress', 'realm-mismatch', 'payments-not-connected'] as const),
] as const

/** Nothing goes back with another status: a refund that is asked for with it is a mistake, not to be passed over. */
const refundsOnlyWhatIsCancelled = z.refine<{ status: BookingStatus; refund?: boolean | undefined }>(
  ({ status, refund }) => !refund || status === 'CANCELLED',
  { path: ['refund'], error: 'A refund goes with CANCELLED only.' },
)

/** With what became of the refund, when one was ordered with the cancellation. */
export const StatusAnswer = z.extend(AdminBooking, { refund: z.optional(RefundOutcome) })
export type StatusAnswer = z.infer<typeof StatusAnswer>

export const setBookingStatus = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/:id/status',
  access: 'admin',
  summary:
    "Any status to any other, except that a day is not oversold by it. Moves no money, but with `refund=true` a cancelled booking's card payments go back, and `refund` says what became of that. The customer is emailed when it is confirmed or cancelled, but not with `notify=false`, which takes a slip back.",
  failed: 'Failed to update booking status',
  params: bookingId,
  query: z
    .object({ status: BookingStatus, refund: z.optional(TrueOrFalse), notify: z.optional(TrueOrFalse) })
    .check(refundsOnlyWhatIsCancelled),
  response: StatusAnswer,
  errors: setStatusErrors,
})

export const patchBookingStatus = endpoint({
  method: 'PATCH',
  path: '/api/bookings/:id/status',
  access: 'admin',
  summary: 'The same with a body.',
  params: bookingId,
  body: z
    .strictObject({ status: BookingStatus, refund: z.optional(z.boolean()), notify: z.optional(z.boolean()) })
    .check(refundsOnlyWhatIsCancelled),
  response: StatusAnswer,
  errors: setStatusErrors,
})

export const deleteBooking = endpoint({
  method: 'DELETE',
  path: '/api/bookings/:id',
  access: 'admin',
  summary: 'Sets a booking CANCELLED; what touched money is never deleted.',
  params: bookingId,
  response: AdminBooking,
  errors: ['booking-not-found'],
})

export const refundBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/refund',
  access: 'admin',
  summary:
    'Gives card money back, newest charge first: `amount`, or all the rest. The same `Idempotency-Key` is the same refund; without one, the same amount within two minutes.',
  failed: 'Refund failed',
  params: bookingId,
  query: z.strictObject({
    amount: z.optional(AmountInQuery),
    description: z.optional(optionalText('Description', 4000)),
  }),
  response: RefundAnswer,
  errors: refundingErrors,
})

export const voidBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/void',
  access: 'admin',
  summary: 'Undoes all card payments of a booking, as long as none of them is settled.',
  failed: 'Refund failed',
  params: bookingId,
  response: RefundAnswer,
  errors: [...refundingErrors, 'already-settled'],
})
