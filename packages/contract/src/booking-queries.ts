import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { pageOf, pageQuery, SearchText, sortedBy } from './lists.ts'
import { changedText, requiredText } from './text-fields.ts'
import { TripDate } from './trip-date.ts'

export const BookingQueryStatus = z.enum(
  ['NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED'],
  'The status must be NEW, IN_PROGRESS, RESPONDED or CLOSED.',
)
export type BookingQueryStatus = z.infer<typeof BookingQueryStatus>

/** A customer's question about a booking, as the customer sees it. */
export const BookingQuery = z.object({
  id: Id,
  bookingId: Id,
  queryMessage: z.string(),
  status: BookingQueryStatus,
  createdAt: Instant,
  /** The latest of `responses`. */
  adminResponse: z.nullable(z.string()),
  /** When the first response was sent. */
  respondedAt: z.nullable(Instant),
  responses: z.array(z.object({ text: z.string(), createdAt: Instant })),
})
export type BookingQuery = z.infer<typeof BookingQuery>

export const NewBookingQuery = z.strictObject({ bookingId: Id, queryMessage: requiredText('Your question', 4000) })

export const createBookingQuery = endpoint({
  method: 'POST',
  path: '/api/booking-queries',
  access: 'customer',
  summary: "Asks the owner a question about one of the caller's own bookings.",
  failed: 'Failed to submit query. Please try again.',
  body: NewBookingQuery,
  response: BookingQuery,
  status: 201,
  errors: ['booking-not-found', 'too-many-requests'],
})

export const listQueriesOfBooking = endpoint({
  method: 'GET',
  path: '/api/booking-queries/booking/:id',
  access: 'customer',
  summary: "The questions about one of the caller's own bookings, newest first.",
  failed: 'Failed to load queries',
  params: z.object({ id: IdInPath }),
  response: z.array(BookingQuery),
  errors: ['booking-not-found'],
})

export const listMyQueries = endpoint({
  method: 'GET',
  path: '/api/booking-queries/user',
  access: 'customer',
  summary: "All of the caller's questions, newest first.",
  failed: 'Failed to load queries',
  response: z.array(BookingQuery),
})

/** A question as the owner sees it. */
export const AdminBookingQuery = z.object({
  id: Id,
  bookingId: Id,
  confirmationNumber: z.string(),
  bookingDate: TripDate,
  bookingGuests: z.int(),
  userFirstName: z.nullable(z.string()),
  userLastName: z.nullable(z.string()),
  userEmail: z.string(),
  bookingPhone: z.nullable(z.string()),
  queryMessage: z.string(),
  adminResponse: z.nullable(z.string()),
  adminNotes: z.nullable(z.string()),
  status: BookingQueryStatus,
  createdAt: Instant,
  respondedAt: z.nullable(Instant),
})
export type AdminBookingQuery = z.infer<typeof AdminBookingQuery>

const sort = sortedBy('name', 'date', 'status', 'created')

export const listBookingQueries = endpoint({
  method: 'GET',
  path: '/api/booking-queries/admin',
  access: 'office',
  summary: 'All questions, newest first.',
  failed: 'Failed to load booking queries',
  query: z.object({ ...pageQuery, sort }),
  response: pageOf(AdminBookingQuery),
})

export const listBookingQueriesByStatus = endpoint({
  method: 'GET',
  path: '/api/booking-queries/admin/status/:status',
  access: 'office',
  summary: 'The questions in one status, newest first.',
  failed: 'Failed to load booking queries',
  params: z.object({ status: BookingQueryStatus }),
  query: z.object({ ...pageQuery, sort }),
  response: pageOf(AdminBookingQuery),
})

export const searchBookingQueries = endpoint({
  method: 'GET',
  path: '/api/booking-queries/admin/search',
  access: 'office',
  summary:
    'Questions with `q` in a name, the email, the confirmation number, the question or the answer, newest first.',
  failed: 'Failed to load booking queries',
  query: z.object({ ...pageQuery, sort, q: SearchText, status: z.optional(BookingQueryStatus) }),
  response: pageOf(AdminBookingQuery),
})

export const getBookingQueryStats = endpoint({
  method: 'GET',
  path: '/api/booking-queries/admin/stats',
  access: 'office',
  summary: 'How many questions there are, in total and by status.',
  response: z.object({
    totalQueries: z.int(),
    newQueries: z.int(),
    inProgressQueries: z.int(),
    respondedQueries: z.int(),
    closedQueries: z.int(),
  }),
})

export const getBookingQuery = endpoint({
  method: 'GET',
  path: '/api/booking-queries/admin/:id',
  access: 'office',
  summary: 'One question.',
  failed: 'Failed to load booking queries',
  params: z.object({ id: IdInPath }),
  response: AdminBookingQuery,
})

export const setBookingQueryStatus = endpoint({
  method: 'PUT',
  path: '/api/booking-queries/admin/:id/status',
  access: 'office',
  takesKey: true,
  summary:
    'Sets the status, with notes or a response; omitted fields stay. RESPONDED needs a response. It is emailed to the customer with its placeholders filled in, once per `Idempotency-Key`, or without a key when the text is new.',
  failed: 'Failed to update booking query status',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    status: BookingQueryStatus,
    adminResponse: changedText('The response', 4000),
    adminNotes: changedText('Admin notes', 4000),
  }),
  response: AdminBookingQuery,
  errors: ['key-reused'],
})
