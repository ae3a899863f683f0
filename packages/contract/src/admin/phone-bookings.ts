import * as z from 'zod/mini'
import { AdminBooking, BookingData } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, PhoneNumber } from '../fields.ts'
import { orNull } from '../gift-vouchers.ts'
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
} as const

/** What somebody says on the phone. */
export const PhoneBooking = z.extend(z.omit(BookingData, { termsVersion: true }), {
  /** Left out by whoever has none. */
  email: orNull(BookingData.shape.email, 'Please enter a valid email address'),
  phone: PhoneNumber,
  /** The account of somebody without an email who called before, as `listCallers` found it. */
  customerId: z.optional(Id),
  /** Money that was taken with it, in cash or by check. */
  payment: z.optional(NewManualPayment),
  /** The spots are kept for the deposit until then, and the booking is PENDING; without it, it is CONFIRMED at once. */
  depositUntil: z.optional(Instant),
})
export type PhoneBooking = z.infer<typeof PhoneBooking>

export const enterPhoneBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings',
  access: 'office',
  summary:
    'Books for somebody on the phone, by the same rules as on the site: for the account of the email, which is created if there is none; CONFIRMED right away, or with `depositUntil` PENDING until the deposit is paid. The same `Idempotency-Key` is the same booking.',
  failed: 'Failed to make the booking',
  body: PhoneBooking.check(
    z.refine(({ payment, depositUntil }) => !payment || !depositUntil, {
      path: ['depositUntil'],
      error: 'The deposit is either taken now or waited for.',
    }),
    z.refine(({ email, customerId }) => email === null || customerId === undefined, {
      path: ['email'],
      error: 'Somebody who has an email has another account.',
    }),
  ),
  response: AdminBooking,
  status: 201,
  errors: [
    'date-not-bookable',
    'not-enough-spots',
    'payment-in-progress',
    'admin-email',
    'customer-deactivated',
    'more-than-owed',
    'key-reused',
    'user-not-found',
  ],
})

/** Somebody who had a booking under a phone number before. */
export const Caller = z.object({
  customerId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  /** Their latest trip, or one that is still to come. */
  lastTrip: TripDate,
})
export type Caller = z.infer<typeof Caller>

export const listCallers = endpoint({
  method: 'GET',
  path: '/api/admin/callers',
  access: 'office',
  summary: 'Who had a booking under this phone number, however it was written down: at most 3, the latest trip first.',
  failed: 'Failed to look up the phone number',
  query: z.object({ phone: PhoneNumber }),
  response: z.array(Caller),
})
