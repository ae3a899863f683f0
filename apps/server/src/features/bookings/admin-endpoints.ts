import * as calls from '@arcadia/contract/admin/bookings'
import type { BookingQuery } from '@arcadia/contract/booking-queries'
import type { Input } from '@arcadia/contract/endpoint'
import { serve } from '../../http/bind-endpoint.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { type BookingChange, changeBooking } from './booking-change.writes.ts'
import type { BookingDetails } from './booking-details.service.ts'
import type { Bookings } from './bookings.service.ts'
import { corrected } from './correct-booking.service.ts'
import { correctEmailForGuest } from './correct-email.service.ts'
import { notOwed, owedAgain } from './forgiven.writes.ts'
import { rescheduled } from './move-booking.service.ts'
import { changeStatus } from './set-status.service.ts'

/** What bookings get of features on higher floors, which are made later. */
export interface HigherFloors
  extends Pick<Parameters<typeof changeStatus>[0], 'refunds'>,
    Pick<Parameters<typeof correctEmailForGuest>[0], 'guestNotes'> {
  bookingQueries: { listOfBooking(admin: SignedIn, id: number): Promise<BookingQuery[]> }
}

/** What the portal does with bookings. */
export function adminEndpoints(
  deps: Omit<Parameters<typeof changeStatus>[0], 'bookings' | 'refunds'> & {
    bookings: Pick<Bookings, 'get' | 'search'>
    details: BookingDetails
    higher(): HigherFloors
  },
) {
  const { bookings, details, higher } = deps
  const setStatus = (user: SignedIn, id: number, to: Input<typeof calls.patchBookingStatus>['body']) =>
    changeStatus({ ...deps, ...higher() }, user, id, to)
  const change = async <Asked>(what: BookingChange<'staff', Asked>, user: SignedIn, id: number, asked: Asked) =>
    (await changeBooking(deps, what, { by: 'staff', user, id }, asked)).after
  return [
    serve(calls.listAdminBookings, ({ query }) => bookings.search(query)),
    serve(calls.getAdminBooking, ({ user, params }) => details.get(user, params.id)),
    serve(calls.listBookingTimeline, ({ user, params }) => details.timeline(user, params.id)),
    serve(calls.correctBooking, ({ user, params, body }) => change(corrected, user, params.id, body)),
    serve(calls.correctEmailOfBooking, ({ user, params, body }) =>
      correctEmailForGuest({ ...deps, ...higher() }, user, params.id, body.email),
    ),
    serve(calls.moveBooking, ({ user, params, body }) => change(rescheduled, user, params.id, body)),
    serve(calls.forgiveBalance, ({ user, params, body }) =>
      change(notOwed, user, params.id, { ...body, adminId: user.id }),
    ),
    serve(calls.undoForgiven, ({ user, params }) =>
      change(owedAgain, user, params.id, { forgivenId: params.forgivenId, adminId: user.id }),
    ),
    serve(calls.setBookingStatus, ({ user, params, query }) => setStatus(user, params.id, query)),
    serve(calls.patchBookingStatus, ({ user, params, body }) => setStatus(user, params.id, body)),
    serve(calls.deleteBooking, ({ user, params }) => setStatus(user, params.id, { status: 'CANCELLED' })),
  ]
}
