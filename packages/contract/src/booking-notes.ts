import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, requiredText } from './fields.ts'

/** What an admin wrote down about a booking; only admins see it. */
export const BookingNote = z.object({ id: Id, text: z.string(), writtenBy: z.string(), createdAt: Instant })
export type BookingNote = z.infer<typeof BookingNote>

const bookingId = z.object({ id: IdInPath })

export const listBookingNotes = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/notes',
  access: 'admin',
  summary: 'What admins noted about a booking, the latest first. No customer sees it.',
  failed: 'Failed to load the notes',
  params: bookingId,
  response: z.array(BookingNote),
  errors: ['booking-not-found'],
})

export const addBookingNote = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/notes',
  access: 'admin',
  summary: 'Adds a note to a booking.',
  failed: 'Failed to keep the note',
  params: bookingId,
  body: z.strictObject({ text: requiredText('A note', 4000) }),
  response: BookingNote,
  status: 201,
  errors: ['booking-not-found'],
})
