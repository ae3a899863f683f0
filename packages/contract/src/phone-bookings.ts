import * as z from 'zod/mini'
import { AdminBooking, BookingData } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { PhoneNumber } from './fields.ts'

/** What somebody says on the phone. */
export const PhoneBooking = z.extend(z.omit(BookingData, { termsVersion: true }), { phone: PhoneNumber })
export type PhoneBooking = z.infer<typeof PhoneBooking>

export const errors = {
  'admin-email': {
    status: 409,
    message: "That address belongs to an admin's account. A booking needs the customer's own address.",
  },
  'customer-deactivated': {
    status: 409,
    message: 'The account of that address is deactivated. Activate it in the Users tab first.',
  },
} as const

export const enterPhoneBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings',
  access: 'admin',
  summary:
    'Books for somebody on the phone, by the same rules as on the site: CONFIRMED at once, for the account of the address, which is made if there is none. The same `Idempotency-Key` is the same booking.',
  failed: 'Failed to make the booking',
  body: PhoneBooking,
  response: AdminBooking,
  status: 201,
  errors: [
    'date-not-bookable',
    'not-enough-spots',
    'payment-in-progress',
    'admin-email',
    'customer-deactivated',
    'key-reused',
  ],
})
