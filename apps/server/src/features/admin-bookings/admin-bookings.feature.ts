import * as calls from '@arcadia/contract/admin/bookings'
import { enterPhoneBooking, listCallers } from '@arcadia/contract/admin/phone-bookings'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { BookingQueries } from '../booking-queries/booking-queries.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { GuestNotesOf } from '../guest-notes/guest-notes.service.ts'
import type { Refunds } from '../refunds/refunds.service.ts'
import { adminBookingEmails } from './admin-bookings.emails.ts'
import { applyCorrection } from './booking-corrections.service.ts'
import { createBookingDetails } from './booking-details.service.ts'
import { correctBookingEmail } from './booking-email.service.ts'
import { moveBookingTo } from './booking-move.service.ts'
import { blankNotes, createBookingNotes } from './booking-notes.service.ts'
import { changeStatus } from './booking-status.service.ts'
import { createPhoneBookings } from './phone-bookings.service.ts'

export function adminBookingsFeature(
  deps: Pick<Base, 'db' | 'clock' | 'answerWithinMs' | 'ownerEmail'> & {
    bookings: Pick<Bookings, 'get' | 'find' | 'search' | 'events'>
    bookingQueries: Pick<BookingQueries, 'listOfBooking'>
    guestNotes: Pick<GuestNotesOf, 'deleteOf'>
    refunds: Pick<Refunds, 'connectedAccount' | 'endedOf' | 'findUnderWay' | 'order' | 'run'>
  },
) {
  const details = createBookingDetails(deps)
  const notes = createBookingNotes(deps)
  const phone = createPhoneBookings(deps)
  return {
    name: 'admin-bookings',
    api: { details },
    endpoints: [
      serve(calls.listAdminBookings, ({ query }) => deps.bookings.search(query)),
      serve(calls.getAdminBooking, ({ user, params }) => details.get(user, params.id)),
      serve(calls.listBookingTimeline, ({ user, params }) => details.timeline(user, params.id)),
      serve(enterPhoneBooking, ({ user, body, key }) => phone.enter(user, body, key)),
      serve(listCallers, ({ query }) => phone.listCallers(query.phone)),
      serve(calls.correctBooking, ({ user, params, body }) => applyCorrection(deps, user, params.id, body)),
      serve(calls.correctEmailOfBooking, ({ user, params, body }) => correctBookingEmail(deps, user, params.id, body)),
      serve(calls.moveBooking, ({ user, params, body }) => moveBookingTo(deps, user, params.id, body)),
      serve(calls.setBookingStatus, ({ user, params, query }) => changeStatus(deps, user, params.id, query)),
      serve(calls.patchBookingStatus, ({ user, params, body }) => changeStatus(deps, user, params.id, body)),
      serve(calls.deleteBooking, ({ user, params }) => changeStatus(deps, user, params.id, { status: 'CANCELLED' })),
      serve(calls.listBookingNotes, ({ user, params }) => notes.list(user, params.id)),
      serve(calls.addBookingNote, ({ user, params, body }) => notes.add(user, params.id, body.text)),
    ],
    emails: adminBookingEmails,
    blank: blankNotes,
  } satisfies Feature
}
