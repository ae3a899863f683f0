import {
  addBookingNote,
  correctBooking,
  correctEmailOfBooking,
  deleteBooking,
  getAdminBooking,
  listAdminBookings,
  listBookingNotes,
  listBookingTimeline,
  moveBooking,
  patchBookingStatus,
  setBookingStatus,
} from '@arcadia/contract/admin/bookings'
import { enterPhoneBooking, listCallers } from '@arcadia/contract/admin/phone-bookings'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import type { BookingQueries } from '../booking-queries/booking-queries.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { Refunds } from '../refunds/refunds.service.ts'
import { createBookingCorrections } from './booking-corrections.service.ts'
import { createBookingDetails } from './booking-details.service.ts'
import { createBookingEmails } from './booking-email.service.ts'
import { createBookingMoves } from './booking-move.service.ts'
import { blankNotes, createBookingNotes } from './booking-notes.service.ts'
import { createBookingStatuses } from './booking-status.service.ts'
import { createPhoneBookings } from './phone-bookings.service.ts'

export function adminBookingsFeature(
  deps: Pick<Base, 'db' | 'clock'> & {
    bookings: Pick<Bookings, 'get' | 'find' | 'search' | 'events'>
    bookingQueries: Pick<BookingQueries, 'listOfBooking'>
    refunds: Pick<Refunds, 'connectedAccount' | 'findUnderWay' | 'order' | 'run'>
  },
) {
  const corrections = createBookingCorrections(deps)
  const details = createBookingDetails(deps)
  const emails = createBookingEmails(deps)
  const moves = createBookingMoves(deps)
  const notes = createBookingNotes(deps)
  const phone = createPhoneBookings(deps)
  const statuses = createBookingStatuses(deps)
  return {
    name: 'admin-bookings',
    api: { details },
    endpoints: [
      serve(listAdminBookings, ({ query }) => deps.bookings.search(query)),
      serve(getAdminBooking, ({ user, params }) => details.get(user, params.id)),
      serve(listBookingTimeline, ({ user, params }) => details.timeline(user, params.id)),
      serve(enterPhoneBooking, ({ user, body, request }) => phone.enter(user, body, idempotencyKeyOf(request))),
      serve(listCallers, ({ query }) => phone.listCallers(query.phone)),
      serve(correctBooking, ({ user, params, body }) => corrections.correct(user, params.id, body)),
      serve(correctEmailOfBooking, ({ user, params, body }) => emails.correct(user, params.id, body)),
      serve(moveBooking, ({ user, params, body }) => moves.move(user, params.id, body)),
      serve(setBookingStatus, ({ user, params, query }) => statuses.set(user, params.id, query)),
      serve(patchBookingStatus, ({ user, params, body }) => statuses.set(user, params.id, body)),
      serve(deleteBooking, ({ user, params }) => statuses.set(user, params.id, { status: 'CANCELLED' })),
      serve(listBookingNotes, ({ user, params }) => notes.list(user, params.id)),
      serve(addBookingNote, ({ user, params, body }) => notes.add(user, params.id, body.text)),
    ],
    blank: blankNotes,
  } satisfies Feature
}
