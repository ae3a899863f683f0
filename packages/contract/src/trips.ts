import * as z from 'zod/mini'
import { Booking } from './bookings.ts'
import { UnpricedMorning } from './configuration.ts'
import { MovedDay } from './day-moves.ts'
import { endpoint } from './endpoint.ts'
import { TripDate } from './trip-date.ts'

// A trip by its link, without signing in (docs/rules.md §2.20).

export const LinkToken = z.string('A link is required.').check(z.minLength(1, 'A link is required.'), z.maxLength(200))

export const errors = {
  'trip-link-invalid': { status: 404, message: "This link doesn't work anymore." },
} as const

/** What is worth keeping until the trip. */
const KeptTrip = z.object({
  ...z.pick(Booking, {
    confirmationNumber: true,
    selectedDate: true,
    paidAmount: true,
    refundedAmount: true,
    canceledAmount: true,
    pendingAmount: true,
  }).shape,
  /** Where the group signs, and how many have; null if no waiver is required. */
  waiver: z.nullable(z.object({ url: z.url(), signed: z.int(), wanted: z.int() })),
})
export type KeptTrip = z.infer<typeof KeptTrip>

/** What whoever has a link sees. */
export const LinkedTrip = z.object({
  ...z.pick(Booking, { firstName: true, numberOfGuests: true, riders: true, status: true }).shape,
  privateMorning: UnpricedMorning,
  /** The day that was called off, if one was; `canAnswer` by the booking's own link until it is answered. */
  calledOff: z.nullable(
    z.extend(z.omit(MovedDay, { bookingId: true }), {
      canAnswer: z.boolean(),
      /** What a refund brings back to cards, and what was paid in cash or by check. */
      ...z.pick(Booking, { refundableAmount: true, cashAmount: true }).shape,
    }),
  ),
  /** Null while its day is called off, and once it is canceled. */
  trip: z.nullable(KeptTrip),
  /** By the booking's own link, once it took place: the page of the same link that asks how it was (docs/rules.md §11.13). */
  canReview: z.boolean(),
})
export type LinkedTrip = z.infer<typeof LinkedTrip>

const byLink = z.strictObject({ token: LinkToken })

// The token goes in the body because URLs are logged.

export const openTrip = endpoint({
  method: 'POST',
  path: '/api/trips',
  access: 'public',
  summary:
    "The trip behind a booking's own link, until it is over, or behind a payment link once the deposit is paid: for anyone who has it.",
  failed: 'Failed to load the trip',
  body: byLink,
  response: LinkedTrip,
  errors: ['trip-link-invalid', 'too-many-requests'],
})

export const moveTrip = endpoint({
  method: 'POST',
  path: '/api/trips/date',
  access: 'public',
  summary: "Answers a called-off day with another date, by the booking's own link. A repeat gets the same answer.",
  failed: 'Failed to move the trip',
  body: z.extend(byLink, { newSelectedDate: TripDate }),
  response: LinkedTrip,
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
  response: z.object({ success: z.boolean(), message: z.string(), trip: LinkedTrip }),
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
