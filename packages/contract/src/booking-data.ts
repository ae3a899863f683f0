import * as z from 'zod/mini'
import { NumberOfGuests } from './availability.ts'
import { Booking } from './bookings.ts'
import { PackageType } from './configuration.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath } from './fields.ts'
import { Riders, Tackle } from './riders.ts'
import { Email, lineOrBlank, phoneNumber, requiredLine } from './text-fields.ts'
import { TripDate } from './trip-date.ts'

/** The version of the terms that the site shows and the booking records: the day from which they stand. */
export const TERMS_VERSION = '2026-11-27' as const
/** Every version that was published: a page that was loaded before the newest sends an earlier one. */
const TERMS_VERSIONS = [TERMS_VERSION, '2026-11-26', '2026-11'] as const

/** The group's details, as step 2 of the dialog collects them. */
export const BookingData = z.strictObject({
  selectedDate: TripDate,
  numberOfGuests: NumberOfGuests,
  packageType: PackageType,
  firstName: requiredLine('First name'),
  lastName: requiredLine('Last name'),
  email: Email,
  phone: phoneNumber('Please enter your phone number to continue with the booking.'),
  /** Older clients omit these two: no riders, and the tackle is decided later. */
  riders: z.optional(Riders),
  tackle: z.optional(Tackle),
  /** With the empty spots too. Of a hold, it is decided when it is made. */
  isPrivate: z.optional(z.boolean()),
  /** The version of the terms the customer accepted; stored with the time (docs/rules.md §3.4). */
  termsVersion: z.optional(z.enum(TERMS_VERSIONS)),
})
export type BookingData = z.infer<typeof BookingData>

/** `BookingData` of a guest who may have given the owner no email. */
export type BookedData = Omit<BookingData, 'email'> & Pick<Booking, 'email'>

/** Blank for a single name (docs/rules.md §6.16). */
export const LastName = lineOrBlank('Last name')

/** The guest details a customer can correct. */
export const BookedBy = z.strictObject({
  firstName: BookingData.shape.firstName,
  lastName: LastName,
  phone: BookingData.shape.phone,
})

export const correctGuest = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/guest',
  access: 'customer',
  overwrites: true,
  summary: "Corrects name and phone on the caller's own upcoming trip.",
  failed: 'Failed to update the booking',
  params: z.object({ id: IdInPath }),
  body: BookedBy,
  response: Booking,
  errors: ['booking-not-found', 'trip-is-over'],
})

export const correctBookingEmail = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/email',
  access: 'customer',
  overwrites: true,
  summary:
    "Corrects the email address of the caller's own booking and sends the confirmation there. If it is also the account's address, the account is corrected too, but only while the address is unconfirmed and only from the session that created the account.",
  failed: 'Failed to update the email address',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ email: Email }),
  response: Booking,
  errors: [
    'booking-not-found',
    'booking-changed',
    'trip-is-over',
    'email-not-correctable',
    'email-taken',
    'payment-in-progress',
    'too-many-requests',
  ],
})
