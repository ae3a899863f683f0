import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, requiredText } from './fields.ts'

export const BookingQueryStatus = z.enum(['NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED'])
export type BookingQueryStatus = z.infer<typeof BookingQueryStatus>

/** A customer's question about a booking, as its author sees it. */
export const BookingQuery = z.object({
  id: Id,
  bookingId: Id,
  queryMessage: z.string(),
  status: BookingQueryStatus,
  createdAt: Instant,
  adminResponse: z.nullable(z.string()),
  respondedAt: z.nullable(Instant),
})
export type BookingQuery = z.infer<typeof BookingQuery>

export const NewBookingQuery = z.strictObject({ bookingId: Id, queryMessage: requiredText('Your question', 4000) })

export const createBookingQuery = endpoint({
  method: 'POST',
  path: '/api/booking-queries',
  access: 'customer',
  summary: "Asks the owner a question about one of the caller's own bookings.",
  body: NewBookingQuery,
  response: BookingQuery,
  status: 201,
  errors: ['booking-not-found', 'too-many-requests'],
})

export const listQueriesOfBooking = endpoint({
  method: 'GET',
  path: '/api/booking-queries/booking/:id',
  access: 'customer',
  summary: "The questions about one of the caller's own bookings, the latest first.",
  params: z.object({ id: IdInPath }),
  response: z.array(BookingQuery),
  errors: ['booking-not-found'],
})

export const listMyQueries = endpoint({
  method: 'GET',
  path: '/api/booking-queries/user',
  access: 'customer',
  summary: 'All questions of the caller, the latest first.',
  response: z.array(BookingQuery),
})
