import { addBookingNote, listBookingNotes } from '@arcadia/contract/admin/bookings'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createBookingNotes } from './booking-notes.service.ts'
import { blankNotes } from './booking-notes.store.ts'

export function bookingNotesFeature(deps: Parameters<typeof createBookingNotes>[0]) {
  const notes = createBookingNotes(deps)
  return {
    name: 'booking-notes',
    api: {},
    endpoints: [
      serve(listBookingNotes, ({ user, params }) => notes.list(user, params.id)),
      serve(addBookingNote, ({ user, params, body }) => notes.add(user, params.id, body.text)),
    ],
    blank: blankNotes,
  } satisfies Feature
}
