import { getAdminBooking } from '@arcadia/contract/admin-booking-details'
import {
  deleteBooking,
  listAdminBookings,
  patchBookingStatus,
  setBookingStatus,
} from '@arcadia/contract/admin-bookings'
import { correctBooking } from '@arcadia/contract/booking-corrections'
import { addBookingNote, listBookingNotes } from '@arcadia/contract/booking-notes'
import { enterPhoneBooking } from '@arcadia/contract/phone-bookings'
import type { Bind } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { BookingCorrections } from './booking-corrections.service.ts'
import type { BookingDetails } from './booking-details.service.ts'
import type { BookingNotes } from './booking-notes.service.ts'
import type { BookingStatuses } from './booking-status.service.ts'
import type { PhoneBookings } from './phone-bookings.service.ts'

export function adminBookingRoutes(
  bind: Bind,
  deps: {
    bookings: Pick<Bookings, 'search'>
    corrections: BookingCorrections
    details: BookingDetails
    notes: BookingNotes
    phone: PhoneBookings
    statuses: BookingStatuses
  },
): void {
  const { bookings, corrections, details, notes, phone, statuses } = deps
  bind(listAdminBookings, ({ query }) => bookings.search(query))
  bind(getAdminBooking, ({ user, params }) => details.get(user, params.id))
  bind(enterPhoneBooking, ({ user, body, request }) => phone.enter(user, body, idempotencyKeyOf(request)))
  bind(correctBooking, ({ user, params, body }) => corrections.correct(user, params.id, body))
  bind(setBookingStatus, ({ user, params, query }) => statuses.set(user, params.id, query))
  bind(patchBookingStatus, ({ user, params, body }) => statuses.set(user, params.id, body))
  bind(deleteBooking, ({ user, params }) => statuses.set(user, params.id, { status: 'CANCELLED' }))
  bind(listBookingNotes, ({ user, params }) => notes.list(user, params.id))
  bind(addBookingNote, ({ user, params, body }) => notes.add(user, params.id, body.text))
}
