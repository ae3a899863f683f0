import * as calls from '@arcadia/contract/admin/bookings'
import { enterPhoneBooking, listCallers } from '@arcadia/contract/admin/phone-bookings'
import type { Input } from '@arcadia/contract/endpoint'
import type { Cents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { BookingQueries } from '../booking-queries/booking-queries.service.ts'
import { type BookingChange, changeBooking } from '../bookings/booking-change.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { corrected } from '../bookings/correct-booking.service.ts'
import { correctEmailForGuest } from '../bookings/correct-email.service.ts'
import { rescheduled } from '../bookings/move-booking.service.ts'
import { changeStatus } from '../bookings/set-status.service.ts'
import type { Businesses } from '../business/business.service.ts'
import type { GuestNotesOf } from '../guest-notes/guest-notes.service.ts'
import { describeRefund } from '../refunds/refunds.rules.ts'
import type { Refunds } from '../refunds/refunds.service.ts'
import { adminBookingEmails } from './admin-bookings.emails.ts'
import { createBookingDetails } from './booking-details.service.ts'
import { blankNotes, createBookingNotes } from './booking-notes.service.ts'
import { createPhoneBookings } from './phone-bookings.service.ts'

export function adminBookingsFeature(
  deps: Pick<Base, 'db' | 'clock' | 'answerWithinMs' | 'ownerEmail'> & {
    bookings: Pick<Bookings, 'get' | 'search' | 'events'>
    business: Pick<Businesses, 'get'>
    bookingQueries: Pick<BookingQueries, 'listOfBooking'>
    guestNotes: Pick<GuestNotesOf, 'deleteOf'>
    refunds: Pick<Refunds, 'connectedAccount' | 'endedOf' | 'findUnderWay' | 'order' | 'run'>
  },
) {
  const refunds = { ...deps.refunds, describeEnded: (ended: Cents) => describeRefund([], ended) }
  const setStatus = (user: SignedIn, id: number, to: Input<typeof calls.patchBookingStatus>['body']) =>
    changeStatus({ ...deps, refunds }, user, id, to)
  const details = createBookingDetails(deps)
  const notes = createBookingNotes(deps)
  const phone = createPhoneBookings(deps)
  const change = async <Asked>(what: BookingChange<'staff', Asked>, user: SignedIn, id: number, asked: Asked) =>
    (await changeBooking(deps, what, { by: 'staff', user, id }, asked)).after
  return {
    name: 'admin-bookings',
    api: { details },
    endpoints: [
      serve(calls.listAdminBookings, ({ query }) => deps.bookings.search(query)),
      serve(calls.getAdminBooking, ({ user, params }) => details.get(user, params.id)),
      serve(calls.listBookingTimeline, ({ user, params }) => details.timeline(user, params.id)),
      serve(enterPhoneBooking, ({ user, body, key }) => phone.enter(user, body, key)),
      serve(listCallers, ({ query }) => phone.listCallers(query.phone)),
      serve(calls.correctBooking, ({ user, params, body }) => change(corrected, user, params.id, body)),
      serve(calls.correctEmailOfBooking, ({ user, params, body }) =>
        correctEmailForGuest(deps, user, params.id, body.email),
      ),
      serve(calls.moveBooking, ({ user, params, body }) => change(rescheduled, user, params.id, body)),
      serve(calls.setBookingStatus, ({ user, params, query }) => setStatus(user, params.id, query)),
      serve(calls.patchBookingStatus, ({ user, params, body }) => setStatus(user, params.id, body)),
      serve(calls.deleteBooking, ({ user, params }) => setStatus(user, params.id, { status: 'CANCELLED' })),
      serve(calls.listBookingNotes, ({ user, params }) => notes.list(user, params.id)),
      serve(calls.addBookingNote, ({ user, params, body }) => notes.add(user, params.id, body.text)),
    ],
    emails: adminBookingEmails,
    blank: blankNotes,
  } satisfies Feature
}
