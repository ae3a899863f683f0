import * as z from 'zod/mini'
import { Allowed, Booking, MyBooking } from './bookings.ts'
import { UnpricedMorning } from './configuration.ts'
import { MovedDay } from './day-moves.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath, Instant, LinkToken } from './fields.ts'
import { PaidShare, Split } from './shares.ts'
import { TripTip } from './tips.ts'
import { TripDate } from './trip-date.ts'

// The page of a trip and its three keys (docs/rules.md §2.26).

export const errors = {
  'trip-link-invalid': { status: 404, message: "This link doesn't work anymore." },
} as const

/** What is told of a trip of one's own beside its money: what is left to do is decided by it (docs/rules.md §2.27). */
const toDoFields = {
  /** Whether the guide was told anything about the group. */
  isGuideTold: z.boolean(),
  /** How it is split over the group. */
  split: Split,
  /** What its guest is told of its last move, if it was ours: `We moved the trip from … to …`. */
  movedByUs: z.nullable(z.string()),
}

/** How many of the group have signed; null if no waiver is required. */
const SignedWaiver = z.nullable(z.object({ signed: z.int(), wanted: z.int() }))

/** A booking in its customer's list, with all that the list asks for. */
export const MyTrip = z.extend(MyBooking, { waiver: SignedWaiver, ...toDoFields })
export type MyTrip = z.infer<typeof MyTrip>

/** What opens the page: its guest's session, the booking's own link, or the link of the whole group. */
export const TripKey = z.enum(['GUEST', 'BOOKING', 'GROUP'])
export type TripKey = z.infer<typeof TripKey>

/** What the link of the group shows nothing of. */
const OwnTrip = z.object({
  ...z.pick(Booking, {
    id: true,
    confirmationNumber: true,
    privateMorning: true,
    totalAmount: true,
    depositAmount: true,
    paidAmount: true,
    voucherAmount: true,
    cashAmount: true,
    pendingAmount: true,
    forgivenAmount: true,
    refundedAmount: true,
    refundedToVouchers: true,
    chargedBackAmount: true,
    refundableAmount: true,
    refundableToVouchers: true,
    endedVoucherAmount: true,
    surplusAmount: true,
    refundAskedAt: true,
    refundDeclined: true,
    canceledAmount: true,
    canceledByUs: true,
    wasCalledOff: true,
    depositUntil: true,
  }).shape,
  /** Where a sign-in link goes, with most of it left out; somebody without an email calls instead. */
  emailHint: z.nullable(z.string()),
  canceledByGuest: z.boolean(),
  /** Why we canceled it, as it was written for its guest. */
  cancelReason: z.nullable(z.string()),
  ...toDoFields,
  /** Where the card's part of a refund goes: `the Visa ending in 1111`, `the cards that paid`. */
  paidWith: z.string(),
  /** The card or cards that were refunded, in the same words; null if any of it went back by hand. */
  refundedTo: z.nullable(z.string()),
  /** One more angler, as far as the booking goes; whether the day has room, the day says. Left out by a link, which adds none. */
  canAddAngler: z.optional(
    z.extend(Allowed, {
      /** How long a spot is held for it, on any device. */
      heldUntil: z.nullable(Instant),
    }),
  ),
})
export type OwnTrip = z.infer<typeof OwnTrip>

export const Trip = z.object({
  key: TripKey,
  ...z.pick(Booking, {
    firstName: true,
    numberOfGuests: true,
    riders: true,
    packageType: true,
    selectedDate: true,
    status: true,
    outcome: true,
  }).shape,
  privateMorning: UnpricedMorning,
  /** Its first date, if it has moved lately and not back (docs/rules.md §2.34). */
  movedFrom: z.nullable(TripDate),
  /** The day that was called off, if one was; `canAnswer` until it is answered, and not by the group's link. */
  calledOff: z.nullable(z.extend(z.omit(MovedDay, { bookingId: true }), { canAnswer: z.boolean() })),
  waiver: SignedWaiver,
  /** The one link for the whole group: its friends read the page and sign with it. */
  groupUrl: z.url(),
  own: z.nullable(OwnTrip),
  /** The one share whose link this is. */
  share: z.nullable(PaidShare),
  /** The way to tip the guide; null before the day of the trip. What was given, only its guest's session reads. */
  tip: z.nullable(TripTip),
})
export type Trip = z.infer<typeof Trip>

const byLink = z.strictObject({ token: LinkToken })

// The token goes in the body because URLs are logged.

export const openTrip = endpoint({
  method: 'POST',
  path: '/api/trips',
  access: 'public',
  summary:
    "The trip behind a booking's own link or its group's, until 24 months after the trip; a payment link whose deposit is paid shows what the group sees.",
  failed: 'Failed to load the trip',
  body: byLink,
  response: Trip,
  errors: ['trip-link-invalid', 'too-many-requests'],
})

export const listMyBookings = endpoint({
  method: 'GET',
  path: '/api/bookings/user/me',
  access: 'customer',
  summary: "The caller's own bookings, next trip first, each with what decides what is left to do for it.",
  failed: 'Failed to retrieve user bookings',
  response: z.array(MyTrip),
})

export const getTrip = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/trip',
  access: 'customer',
  summary: "The trip of the caller's own booking, as its page shows it.",
  failed: 'Failed to load the trip',
  params: z.object({ id: IdInPath }),
  response: Trip,
  errors: ['booking-not-found'],
})

export const emailTripSignIn = endpoint({
  method: 'POST',
  path: '/api/trips/sign-in-link',
  access: 'public',
  summary:
    "Emails the account of a booking's own link a sign-in link, which leads back to the trip; at most three an hour, and the answer is the same.",
  failed: 'Failed to send the link',
  body: byLink,
  response: null,
  errors: ['trip-link-invalid', 'too-many-requests'],
})

export const moveTrip = endpoint({
  method: 'POST',
  path: '/api/trips/date',
  access: 'public',
  summary: "Answers a called-off day with another date, by the booking's own link. A repeat gets the same answer.",
  failed: 'Failed to move the trip',
  body: z.extend(byLink, { newSelectedDate: TripDate }),
  response: Trip,
  errors: [
    'trip-link-invalid',
    'day-move-over',
    'not-reschedulable',
    'date-not-bookable',
    'not-private',
    'not-enough-spots',
    'payment-in-progress',
    'too-many-requests',
  ],
})

export const refundTrip = endpoint({
  method: 'POST',
  path: '/api/trips/refund',
  access: 'public',
  summary:
    "Answers a called-off day by cancelling and refunding, by the booking's own link: as the same call of the booking's account.",
  failed: 'Failed to refund your money',
  body: byLink,
  response: z.object({ success: z.boolean(), message: z.string(), trip: Trip }),
  errors: [
    'trip-link-invalid',
    'day-move-over',
    'payment-in-progress',
    'refund-in-progress',
    'realm-mismatch',
    'payments-not-connected',
    'too-many-requests',
  ],
})

export const getLinkedCalendar = endpoint({
  method: 'POST',
  path: '/api/trips/calendar',
  access: 'public',
  summary: 'The trip of a link as a calendar file.',
  failed: 'Failed to load the calendar file',
  body: byLink,
  response: 'calendar',
  errors: ['trip-link-invalid', 'too-many-requests'],
})
