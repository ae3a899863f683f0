import * as z from 'zod/mini'
import { AdminBooking, BookingData } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath, PhoneNumber } from './fields.ts'

export const BookingCorrection = z.strictObject({
  numberOfGuests: z.optional(BookingData.shape.numberOfGuests),
  packageType: z.optional(BookingData.shape.packageType),
  firstName: z.optional(BookingData.shape.firstName),
  lastName: z.optional(BookingData.shape.lastName),
  phone: z.optional(PhoneNumber),
  /** The owner was told that more was paid than the trip costs then. */
  acceptsOverpayment: z.optional(z.boolean()),
})
export type BookingCorrection = z.infer<typeof BookingCorrection>

export const errors = {
  'total-below-paid': { status: 409, message: 'More was paid than the trip would cost.' },
} as const

export const correctBooking = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/:id',
  access: 'admin',
  summary:
    'Corrects party, package, names and phone; what is left out stays. Total and deposit follow at the prices the booking froze; a total below what was paid is refused unless `acceptsOverpayment` says that it is known.',
  failed: 'Failed to correct the booking',
  params: z.object({ id: IdInPath }),
  body: BookingCorrection,
  response: AdminBooking,
  errors: ['booking-not-found', 'not-enough-spots', 'total-below-paid', 'payment-in-progress'],
})
