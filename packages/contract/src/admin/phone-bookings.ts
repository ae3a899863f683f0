import * as z from 'zod/mini'
import { BookingData, LastName } from '../booking-data.ts'
import { AdminBooking } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../fields.ts'
import { orNull } from '../gift-vouchers.ts'
import { PhoneNumber } from '../text-fields.ts'
import { TripDate } from '../trip-date.ts'
import { NewManualPayment } from './manual-payments.ts'

export const errors = {
  'admin-email': {
    status: 409,
    message: "That email belongs to an admin's account. Please use the customer's own email.",
  },
  'customer-deactivated': {
    status: 409,
    message: "That customer's account is deactivated. Activate it in the Users tab first.",
  },
  'spots-held': { status: 409, message: 'Someone is at checkout. Book anyway?' },
  'spots-being-paid': {
    status: 409,
    message: "Someone is paying for these spots right now, and their bank hasn't answered yet. Try again in a minute.",
  },
} as const

/** A booking taken by phone. */
export const PhoneBooking = z.extend(z.omit(BookingData, { termsVersion: true }), {
  /** Null if the caller has none. */
  email: orNull(BookingData.shape.email, 'Please enter a valid email address'),
  lastName: LastName,
  phone: PhoneNumber,
  /** The account of an earlier caller without email, from `listCallers`. */
  customerId: z.optional(Id),
  /** Taken by hand with the booking. */
  payment: z.optional(NewManualPayment),
  /** The spots are held for the deposit until then, and the booking is PENDING; if omitted, it is CONFIRMED right away. */
  depositUntil: z.optional(Instant),
  /** The answer to `spots-held`: ends as many unpaid holds and offers as this booking needs, the latest first. */
  takeHeldSpots: z.optional(z.boolean()),
})
export type PhoneBooking = z.infer<typeof PhoneBooking>

/** With the page of the trip, which needs no sign-in, to text to a guest without an email; null for others, whose emails lead there. */
export const EnteredBooking = z.extend(AdminBooking, { tripUrl: z.nullable(z.url()) })
export type EnteredBooking = z.infer<typeof EnteredBooking>

export const enterPhoneBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings',
  access: 'office',
  takesKey: true,
  summary:
    "Books for a caller by the site's rules, for the email's account, which is created if needed. CONFIRMED right away, or with `depositUntil` PENDING until the deposit is paid. If only unpaid holds are in the way, it asks first (`spots-held`). A repeated `Idempotency-Key` is the same booking.",
  failed: 'Failed to make the booking',
  body: PhoneBooking.check(
    z.refine(({ payment, depositUntil }) => !payment || !depositUntil, {
      path: ['depositUntil'],
      error: 'Take the deposit now or wait for it, not both.',
    }),
    z.refine(({ email, customerId }) => email === null || customerId === undefined, {
      path: ['email'],
      error: 'A customer with an email has a different account.',
    }),
  ),
  response: EnteredBooking,
  status: 201,
  errors: [
    'date-not-bookable',
    'not-enough-spots',
    'not-private',
    'spots-held',
    'spots-being-paid',
    'payment-in-progress',
    'admin-email',
    'customer-deactivated',
    'more-than-owed',
    'key-reused',
    'user-not-found',
  ],
})

/** Whoever stands at the ramp. */
export const WalkUp = z.pick(PhoneBooking, {
  firstName: true,
  lastName: true,
  phone: true,
  numberOfGuests: true,
  packageType: true,
  riders: true,
  tackle: true,
})

export const bookWalkUp = endpoint({
  method: 'POST',
  path: '/api/admin/walk-ups',
  access: 'guide',
  takesKey: true,
  summary:
    'Books whoever stands at the ramp for today, if there is room; what they owe is taken on the day sheet. A repeated `Idempotency-Key` is the same booking.',
  failed: 'Failed to make the booking',
  body: WalkUp,
  response: z.pick(AdminBooking, { id: true, pendingAmount: true }),
  status: 201,
  errors: ['date-not-bookable', 'not-enough-spots', 'spots-held', 'spots-being-paid', 'key-reused'],
})

/** An earlier customer with a phone number. */
export const Caller = z.object({
  customerId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  /** Their latest trip, past or upcoming. */
  lastTrip: TripDate,
})
export type Caller = z.infer<typeof Caller>

export const listCallers = endpoint({
  method: 'GET',
  path: '/api/admin/callers',
  access: 'office',
  summary: 'Customers with bookings under this phone number, however it was written: at most 3, latest trip first.',
  failed: 'Failed to look up the phone number',
  query: z.object({ phone: PhoneNumber }),
  response: z.array(Caller),
})
