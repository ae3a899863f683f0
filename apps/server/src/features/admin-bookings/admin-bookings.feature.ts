import * as calls from '@arcadia/contract/admin/bookings'
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
      serve(calls.listAdminBookings, ({ query }) => deps.bookings.search(query)),
      serve(calls.getAdminBooking, ({ user, params }) => details.get(user, params.id)),
      serve(calls.listBookingTimeline, ({ user, params }) => details.timeline(user, params.id)),
      serve(enterPhoneBooking, ({ user, body, request }) => phone.enter(user, body, idempotencyKeyOf(request))),
      serve(listCallers, ({ query }) => phone.listCallers(query.phone)),
      serve(calls.correctBooking, ({ user, params, body }) => corrections.correct(user, params.id, body)),
      serve(calls.correctEmailOfBooking, ({ user, params, body }) => emails.correct(user, params.id, body)),
      serve(calls.moveBooking, ({ user, params, body }) => moves.move(user, params.id, body)),
      serve(calls.setBookingStatus, ({ user, params, query }) => statuses.set(user, params.id, query)),
      serve(calls.patchBookingStatus, ({ user, params, body }) => statuses.set(user, params.id, body)),
      serve(calls.deleteBooking, ({ user, params }) => statuses.set(user, params.id, { status: 'CANCELLED' })),
      serve(calls.listBookingNotes, ({ user, params }) => notes.list(user, params.id)),
      serve(calls.addBookingNote, ({ user, params, body }) => notes.add(user, params.id, body.text)),
    ],
    blank: blankNotes,
  } satisfies Feature
}
