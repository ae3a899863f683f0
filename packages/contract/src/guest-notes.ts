import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './fields.ts'
import { optionalText } from './text-fields.ts'

const fields = {
  experience: optionalText('Experience', 500),
  seats: optionalText('Seats', 500),
  health: optionalText('Health', 500),
  allergies: optionalText('Allergies', 500),
  birthdays: optionalText('Birthdays', 500),
}

/** A guest's notes for the guide about the group; every field is optional. */
export const GuestNotes = z.strictObject(fields)
export type GuestNotes = z.output<typeof GuestNotes>

export const NotesOfBooking = z.strictObject({ bookingId: Id, ...fields })
export type NotesOfBooking = z.output<typeof NotesOfBooking>

export const getGuestNotes = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/guest-notes',
  access: 'customer-or-office',
  summary: "The guest's notes about the group of a booking, for its customer or an admin.",
  failed: 'Failed to load what you told us',
  params: z.object({ id: IdInPath }),
  response: GuestNotes,
  errors: ['booking-not-found'],
})

export const saveGuestNotes = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/guest-notes',
  access: 'customer',
  overwrites: true,
  summary:
    "Saves notes about the group of the caller's own upcoming trip; leaving every field empty deletes them, at any time.",
  failed: 'Failed to save what you told us',
  params: z.object({ id: IdInPath }),
  body: GuestNotes,
  response: GuestNotes,
  errors: ['booking-not-found', 'trip-is-over'],
})
