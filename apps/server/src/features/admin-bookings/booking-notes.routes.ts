import { addBookingNote, listBookingNotes } from '@arcadia/contract/booking-notes'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { BookingNotes } from './booking-notes.service.ts'

export function bookingNoteRoutes(bind: Bind, notes: BookingNotes): void {
  bind(listBookingNotes, ({ user, params }) => notes.list(user, params.id))
  bind(addBookingNote, ({ user, params, body }) => notes.add(user, params.id, body.text))
}
