import * as z from 'zod/mini'
import { BookingData, LastName } from '../booking-data.ts'
import { BookingQuery } from '../booking-queries.ts'
import { AdminBooking, BookingEvent, BookingStatus, possibleChanges } from '../bookings.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { optionalPageQuery, pageOf, SearchText, sortedBy, TrueOrFalse } from '../lists.ts'
import { Money } from '../money.ts'
import { RefundOutcome } from '../refunds.ts'
import { Email, PhoneNumber, requiredText } from '../text-fields.ts'
import { TripDate } from '../trip-date.ts'
import { MONEY_KINDS } from './bookkeeping.ts'
import { MailStatus } from './mails.ts'

// Separate from `bookings.ts`, which every booking dialog loads.

const bookingId = z.object({ id: IdInPath })

export const errors = {
  'booking-changed': { status: 409, message: 'Someone else just changed this booking.' },
  'forgiven-not-found': { status: 404, message: 'That was already taken back.' },
  'total-below-paid': { status: 409, message: 'The new total is less than what has been paid.' },
} as const

export const listAdminBookings = endpoint({
  method: 'GET',
  path: '/api/admin/bookings',
  access: 'office',
  summary: 'Bookings, newest first: a page with `page`, without it a plain array of at most 1000.',
  failed: 'Failed to load bookings',
  query: z.object({
    ...optionalPageQuery,
    /** A name, email, phone, confirmation number or trip date, as people write it. */
    q: z.optional(SearchText),
    /** `OVERDUE`: the balance was due before today, by the owner's setting. `NOT_CANCELLED`: every other status. */
    status: z.optional(z.enum([...BookingStatus.options, 'OVERDUE', 'NOT_CANCELLED'])),
    /** First and last trip date. */
    from: z.optional(TripDate),
    to: z.optional(TripDate),
    /**
     * `UNPAID` and `WAIVER_MISSING` leave out cancelled trips. `WAIVER_MISSING` starts today. `TO_GIVE_BACK`: what was paid by
     * hand for a day that was called off, and goes back by hand.
     */
    only: z.optional(z.enum(['UNPAID', 'REFUNDED', 'TO_GIVE_BACK', 'WAIVER_MISSING'])),
    userId: z.optional(IdInPath),
    sort: sortedBy('name', 'date', 'guests', 'total', 'deposit', 'status', 'created'),
  }),
  response: z.union([pageOf(AdminBooking), z.array(AdminBooking)]),
})

/** One card payment attempt. `NEEDS_REVIEW`: the outcome is unknown and the owner has to decide. */
export const BookingCharge = z.object({
  id: Id,
  startedAt: Instant,
  amount: Money,
  status: z.enum(['PROCESSING', 'NEEDS_REVIEW', 'CAPTURED', 'DECLINED', 'NOT_CHARGED', 'VOIDED']),
  endedAt: z.nullable(Instant),
  /** The message the customer saw when it failed. */
  message: z.nullable(z.string()),
  /** The provider's charge id, and our request id. */
  chargeId: z.nullable(z.string()),
  requestId: z.string(),
  realmId: z.string(),
  cardBrand: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  refundedAmount: Money,
  /** The deposit of an angler who joins; while it is being confirmed, a spot is kept beside the booking. */
  isAngler: z.boolean(),
  /** Whose share of a split bill it paid. */
  share: z.nullable(z.object({ id: Id, name: z.string() })),
})
export type BookingCharge = z.infer<typeof BookingCharge>

/** What became of a card payment, for people. */
export const CHARGE_WORDS: Readonly<Record<BookingCharge['status'], string>> = {
  PROCESSING: 'Being confirmed',
  NEEDS_REVIEW: 'Needs your review',
  CAPTURED: 'Paid',
  DECLINED: 'Declined',
  NOT_CHARGED: 'Not charged',
  VOIDED: 'Canceled charge, never taken',
}

/** A refund ordered here or made at the provider, with the result for each charge. */
export const BookingRefund = z.object({
  id: Id,
  kind: z.enum(['REFUND', 'VOID', 'PROVIDER_CANCELLED', 'MADE_OUTSIDE', 'GIVEN_BACK', 'CHARGED_BACK']),
  /** It canceled a charge before it settled: nothing was taken. */
  isNeverTaken: z.boolean(),
  orderedAt: Instant,
  orderedBy: z.string(),
  description: z.nullable(z.string()),
  /** `PARTIAL`: part of it was refused. */
  status: z.enum(['PROCESSING', 'DONE', 'PARTIAL', 'FAILED']),
  /** As answered when it was ordered. */
  stillOwes: z.boolean(),
  parts: z.array(
    z.object({
      chargeId: z.nullable(z.string()),
      amount: Money,
      status: z.enum(['PROCESSING', 'REFUNDED', 'REFUSED', 'WON_BACK']),
      endedAt: z.nullable(Instant),
      requestId: z.string(),
      refundId: z.nullable(z.string()),
      problem: z.nullable(z.string()),
    }),
  ),
})
export type BookingRefund = z.infer<typeof BookingRefund>

/** What an order to give money back is, for people. */
export const REFUND_KINDS: Readonly<Record<BookingRefund['kind'], string>> = {
  REFUND: MONEY_KINDS.REFUND,
  VOID: 'Charge canceled before it settled',
  PROVIDER_CANCELLED: 'Canceled by QuickBooks',
  MADE_OUTSIDE: 'Refund made in QuickBooks',
  GIVEN_BACK: MONEY_KINDS.GIVEN_BACK,
  CHARGED_BACK: MONEY_KINDS.CHARGED_BACK,
}

/** Something its guest is not asked for anymore; a refund's is what went back, less what was paid above the total. */
export const Forgiven = z.object({
  id: Id,
  amount: Money,
  isRefund: z.boolean(),
  isNoShow: z.boolean(),
  reason: z.nullable(z.string()),
  at: Instant,
  by: z.string(),
})
export type Forgiven = z.infer<typeof Forgiven>

/** A booking with everything the owner sees. */
export const AdminBookingDetails = z.extend(AdminBooking, {
  ...possibleChanges,
  customer: z.object({ id: Id, name: z.string(), email: z.nullable(z.string()), isActive: z.boolean() }),
  /** The part of `voucherAmount` that a refund gives back only on a renewed voucher, because the voucher is void or has expired. */
  endedVoucherAmount: Money,
  /** Why the booking is pending or was canceled. */
  statusReason: z.nullable(z.string()),
  /** Null if the terms were not accepted on the site. */
  terms: z.nullable(z.object({ version: z.string(), acceptedAt: z.nullable(Instant) })),
  charges: z.array(BookingCharge),
  refunds: z.array(BookingRefund),
  forgiven: z.array(Forgiven),
  questions: z.array(BookingQuery),
  history: z.array(BookingEvent),
  /** The mail server's reply if it refused the latest email to the booking's address, else null. */
  emailRefused: z.nullable(z.string()),
  /** Why the caller may not refund any of it, or null. */
  whyNotRefund: z.nullable(z.string()),
  /** The most the caller may still refund of it; null without a limit. */
  refundLimit: z.nullable(Money),
})
export type AdminBookingDetails = z.infer<typeof AdminBookingDetails>

export const getAdminBooking = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id',
  access: 'office',
  summary: 'One booking with its customer, charges, refunds, questions and history.',
  failed: 'Failed to load the booking',
  params: bookingId,
  response: AdminBookingDetails,
  errors: ['booking-not-found'],
})

export const forgiveBalance = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/forgiven',
  access: 'owner',
  summary: 'What is owed is not asked for anymore. Refused if the balance is no longer `owed`.',
  failed: 'Failed to save it',
  params: bookingId,
  body: z.strictObject({ owed: Money, reason: requiredText('A reason', 500) }),
  response: AdminBooking,
  errors: ['booking-not-found', 'nothing-owed', 'owed-changed', 'payment-in-progress'],
})

export const undoForgiven = endpoint({
  method: 'DELETE',
  path: '/api/admin/bookings/:id/forgiven/:forgivenId',
  access: 'owner',
  summary: 'Takes a decision back not to ask for something: it is owed again.',
  failed: 'Failed to undo it',
  params: z.object({ id: IdInPath, forgivenId: IdInPath }),
  response: AdminBooking,
  errors: ['booking-not-found', 'forgiven-not-found', 'payment-in-progress'],
})

/** One entry of a booking's timeline. */
export const BookingMoment = z.object({
  at: Instant,
  kind: z.enum(['BOOKING', 'CARD', 'EMAIL', 'QUESTION', 'WAIVER', 'CHANGE']),
  text: z.string(),
  /** More detail, such as why a card was declined. */
  note: z.nullable(z.string()),
  /** The admin who did it. */
  by: z.nullable(z.string()),
  /** The email, to be read by its id. */
  mail: z.nullable(z.object({ id: Id, status: MailStatus })),
  /** The change from the change log, if the text does not cover it. */
  changed: z.nullable(z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type BookingMoment = z.infer<typeof BookingMoment>

export const listBookingTimeline = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/timeline',
  access: 'office',
  summary:
    "A booking's timeline, latest first: history, failed card payments, emails, questions, waivers and admin changes.",
  failed: 'Failed to load what happened',
  params: bookingId,
  response: z.array(BookingMoment),
  errors: ['booking-not-found'],
})

export const BookingCorrection = z.strictObject({
  numberOfGuests: z.optional(BookingData.shape.numberOfGuests),
  /** False ends a private morning; true keeps it. */
  isPrivate: z.optional(z.boolean()),
  packageType: z.optional(BookingData.shape.packageType),
  riders: BookingData.shape.riders,
  tackle: BookingData.shape.tackle,
  firstName: z.optional(BookingData.shape.firstName),
  lastName: z.optional(LastName),
  phone: z.optional(PhoneNumber),
  /** The owner confirms that more was paid than the trip will cost. */
  acceptsOverpayment: z.optional(z.boolean()),
})
export type BookingCorrection = z.infer<typeof BookingCorrection>

export const correctBooking = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/:id',
  access: 'office',
  overwrites: true,
  summary:
    "Changes group, package, riders, tackle, names and phone, and ends a private morning; omitted fields are unchanged. Total and deposit are computed at the booking's frozen prices. A total below what was paid is refused unless `acceptsOverpayment` is true.",
  failed: 'Failed to update the booking',
  params: bookingId,
  body: BookingCorrection,
  response: AdminBooking,
  errors: ['booking-not-found', 'not-enough-spots', 'not-private', 'total-below-paid', 'payment-in-progress'],
})

export const moveBooking = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/:id/date',
  access: 'office',
  summary:
    'Moves a booking with its deposit to another open date, however soon the trip is, and emails the customer. Refused if the booking is no longer on `from`.',
  failed: 'Failed to move the booking',
  params: bookingId,
  body: z.strictObject({ from: TripDate, to: TripDate }),
  response: AdminBooking,
  errors: [
    'booking-not-found',
    'booking-changed',
    'not-reschedulable',
    'payment-in-progress',
    'date-not-bookable',
    'not-private',
    'not-enough-spots',
  ],
})

export const correctEmailOfBooking = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/:id/email',
  access: 'office',
  overwrites: true,
  summary:
    "Corrects where a booking's emails go and sends the confirmation there; the old address gets no email. If the old address belongs to an unconfirmed account, the account and all its bookings are corrected; if the new address has an account, the bookings move to it.",
  failed: 'Failed to update the email address',
  params: bookingId,
  body: z.strictObject({ email: Email }),
  response: z.extend(AdminBooking, {
    /** `KEPT`: the account kept its address. `CORRECTED`: it got the new one. `MOVED`: the booking moved to the new address's account. */
    account: z.enum(['KEPT', 'CORRECTED', 'MOVED']),
  }),
  errors: [
    'booking-not-found',
    'booking-changed',
    'payment-in-progress',
    'not-enough-spots',
    'admin-email',
    'customer-deactivated',
  ],
})

const setStatusErrors = [
  'booking-changed',
  'booking-not-found',
  'payment-in-progress',
  'not-enough-spots',
  'refund-in-progress',
  'realm-mismatch',
  'payments-not-connected',
  'refund-above-limit',
] as const

/** Only cancelling can refund, so `refund` with another status is refused as a mistake. */
const refundsOnlyWhatIsCancelled = z.refine<{ status: BookingStatus; refund?: boolean | undefined }>(
  ({ status, refund }) => !refund || status === 'CANCELLED',
  { path: ['refund'], error: 'Only CANCELLED can come with a refund.' },
)

const ordersRefund: Endpoint['asksAgainIf'] = ({ query, body }) =>
  [query, body].some((part) => (part as { refund?: boolean } | undefined)?.refund)

/** Includes the refund's outcome if one was ordered with the cancellation. */
export const StatusAnswer = z.extend(AdminBooking, { refund: z.optional(RefundOutcome) })
export type StatusAnswer = z.infer<typeof StatusAnswer>

export const setBookingStatus = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/:id/status',
  access: 'office',
  asksAgain: 'refunds',
  asksAgainIf: ordersRefund,
  summary:
    'Sets any status, as long as the day is not oversold. With `refund=true`, cancelling refunds the card payments, and `refund` in the response is the outcome; what was paid by hand is then to be given back. The customer is emailed on confirmation or cancellation, unless `notify=false`, which is for undoing a slip. With `from`, the call is refused if the status is no longer `from`. Confirming a booking that was refunded makes what went back last (`refundInQuestion`) owed again, unless `stillOwes=false`.',
  failed: 'Failed to update booking status',
  params: bookingId,
  query: z
    .object({
      status: BookingStatus,
      from: z.optional(BookingStatus),
      refund: z.optional(TrueOrFalse),
      notify: z.optional(TrueOrFalse),
      stillOwes: z.optional(TrueOrFalse),
    })
    .check(refundsOnlyWhatIsCancelled),
  response: StatusAnswer,
  errors: setStatusErrors,
})

export const patchBookingStatus = endpoint({
  method: 'PATCH',
  path: '/api/bookings/:id/status',
  access: 'office',
  asksAgain: 'refunds',
  asksAgainIf: ordersRefund,
  summary:
    "The same with a body. The guest reads the `reason` of a cancellation in its email, on the trip's page and in the history.",
  params: bookingId,
  body: z
    .strictObject({
      status: BookingStatus,
      from: z.optional(BookingStatus),
      refund: z.optional(z.boolean()),
      notify: z.optional(z.boolean()),
      /** When confirming a booking that was refunded: whether its guest owes that again; true if left out. */
      stillOwes: z.optional(z.boolean()),
      /** Why it is canceled. */
      reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
    })
    .check(refundsOnlyWhatIsCancelled),
  response: StatusAnswer,
  errors: setStatusErrors,
})

export const deleteBooking = endpoint({
  method: 'DELETE',
  path: '/api/bookings/:id',
  access: 'office',
  summary: 'Sets a booking to CANCELLED. Bookings are never deleted.',
  params: bookingId,
  response: AdminBooking,
  errors: ['booking-not-found'],
})

/** An admin's note on a booking; only admins see it. */
export const BookingNote = z.object({ id: Id, text: z.string(), writtenBy: z.string(), createdAt: Instant })
export type BookingNote = z.infer<typeof BookingNote>

export const listBookingNotes = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/notes',
  access: 'guide',
  summary: 'Admin notes on a booking, latest first. Customers never see them.',
  failed: 'Failed to load the notes',
  params: bookingId,
  response: z.array(BookingNote),
  errors: ['booking-not-found'],
})

export const addBookingNote = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/notes',
  access: 'guide',
  summary: 'Adds a note to a booking.',
  failed: 'Failed to save the note',
  params: bookingId,
  body: z.strictObject({ text: requiredText('A note', 4000) }),
  response: BookingNote,
  status: 201,
  errors: ['booking-not-found'],
})

export const makeDisputePack = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/dispute-pack',
  access: 'office',
  summary:
    "The evidence for the card's bank on one printable page: agreement, charges, refunds, emails, questions, history. Recorded in the audit log.",
  failed: 'Failed to make the dispute pack',
  params: bookingId,
  response: 'page',
  errors: ['booking-not-found'],
})
