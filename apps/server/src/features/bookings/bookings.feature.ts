import * as adminCalls from '@arcadia/contract/admin/bookings'
import { correctBookingEmail, correctGuest } from '@arcadia/contract/booking-data'
import * as calls from '@arcadia/contract/bookings'
import { TRIP_REMINDER_DAYS } from '@arcadia/contract/bookings'
import { addDays, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { PrivateStream } from '../../http/private-stream.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { type BookingChange, changeBooking } from './booking-change.writes.ts'
import { bookingNotices } from './booking-notices.emails.ts'
import { bookingEmails, emailChanged } from './bookings.emails.ts'
import { type Bookings, createBookings, withPossibleChanges } from './bookings.service.ts'
import { isDayBeingMoved } from './bookings.store.ts'
import { cancelled } from './cancel-booking.service.ts'
import { cancellationEmails } from './cancellation.emails.ts'
import { changed, corrected } from './correct-booking.service.ts'
import { correctEmail, correctEmailForGuest } from './correct-email.service.ts'
import { blankOld, completeTrips, letGoUnpaid, remind } from './due-bookings.service.ts'
import { blankForgiven, notOwed, owedAgain } from './forgiven.writes.ts'
import { rescheduled } from './move-booking.service.ts'
import { listBookingsSince, listTripsBetween } from './search-bookings.store.ts'

type Deps = Parameters<typeof createBookings>[0] &
  Omit<Parameters<typeof correctEmail>[0] & Parameters<typeof correctEmailForGuest>[0], 'bookings'> &
  Parameters<typeof remind>[0] &
  Parameters<typeof blankOld>[0] &
  Parameters<typeof bookingEmails>[0] &
  Parameters<typeof cancellationEmails>[0] & { privateStream: PrivateStream }

export function bookingsFeature(deps: Deps) {
  const bookings = createBookings(deps)
  const onBookings = { ...deps, bookings }
  const change = <Asked>(what: BookingChange<'guest', Asked>, user: SignedIn, id: number, asked: Asked) =>
    changeBooking(onBookings, what, { by: 'guest', user, id }, asked)
  return {
    name: 'bookings',
    api: {
      ...bookings,
      /** All guests' bookings with a trip on `date` or later, by date. */
      listSince: (date: TripDate) => listBookingsSince(deps.db, date),
      tripsOn: (date: TripDate, which?: { ofGuestsOnly: boolean }) => listTripsBetween(deps.db, date, date, which),
      isCalledOff: (date: TripDate) => isDayBeingMoved(deps.db, date),
    },
    endpoints: [
      serve(calls.streamMyNews, ({ user, reply }) => {
        const own = String(user.id)
        deps.privateStream.serve(user, reply, 'customer', (payload) => payload === own)
      }),
      serve(calls.getBooking, async ({ user, params }) => {
        const by = user.role === 'ADMIN' ? 'staff' : 'guest'
        const [found] = await withPossibleChanges(deps, by, [await bookings.get(user, params.id)])
        const { paymentId, ...booking } = found!
        return by === 'staff' ? { ...booking, paymentId } : booking
      }),
      serve(calls.listBookingEvents, ({ user, params }) => bookings.events(user, params.id)),
      serve(calls.getTripCalendar, async ({ user, params, reply }) => {
        reply.header('content-disposition', 'attachment; filename="trip.ics"')
        return bookings.calendar(user, params.id)
      }),
      serve(calls.getRescheduleEligibility, ({ user, params }) => bookings.eligibility(user, params.id)),
      serve(calls.rescheduleBooking, async ({ user, params, body }) => {
        const { newSelectedDate: to, numberOfGuests } = body
        const { before, after } = await change(rescheduled, user, params.id, { to, numberOfGuests })
        const { confirmationNumber } = after
        return { oldDate: before.selectedDate, newDate: to, numberOfGuests, confirmationNumber }
      }),
      serve(calls.cancelBooking, async ({ user, params }) => (await change(cancelled, user, params.id, {})).after),
      serve(
        calls.changeRidersAndTackle,
        async ({ user, params, form }) => (await change(changed, user, params.id, { user, form })).after,
      ),
      serve(
        correctGuest,
        async ({ user, params, form }) => (await change(corrected, user, params.id, { user, form })).after,
      ),
      serve(correctBookingEmail, ({ user, params, form }) => correctEmail(onBookings, user, params.id, form)),
      ...endpointsOfPortal(onBookings),
    ],
    emails: { ...bookingEmails(deps), ...cancellationEmails(deps), ...emailChanged, ...bookingNotices },
    /** Sent three days before: what to bring and what is due. */
    reminders: async (now) => [
      {
        kind: 'TRIP',
        first: addDays(venueDate(now), 1),
        last: addDays(venueDate(now), TRIP_REMINDER_DAYS),
        quietDays: 1,
        mail: (trip) => ({ kind: 'trip-reminder', params: trip }),
      },
    ],
    sweeps: [
      { name: 'deposits not paid in time', everyMs: 1000, run: () => letGoUnpaid(deps) },
      { name: 'completed trips', everyMs: MINUTE_MS, run: () => completeTrips(deps) },
      { name: 'reminders', everyMs: MINUTE_MS, run: () => remind(deps) },
      { name: 'old bookings of closed accounts', everyMs: HOUR_MS, run: () => blankOld(deps) },
    ],
    blank: blankForgiven,
  } satisfies Feature
}

function endpointsOfPortal(deps: Deps & { bookings: Bookings }) {
  const change = async <Asked>(what: BookingChange<'staff', Asked>, user: SignedIn, id: number, asked: Asked) =>
    (await changeBooking(deps, what, { by: 'staff', user, id }, asked)).after
  return [
    serve(adminCalls.listAdminBookings, ({ query }) => deps.bookings.search(query)),
    serve(adminCalls.correctBooking, ({ user, params, form }) => change(corrected, user, params.id, { user, form })),
    serve(adminCalls.correctEmailOfBooking, ({ user, params, form }) =>
      correctEmailForGuest(deps, user, params.id, form),
    ),
    serve(adminCalls.moveBooking, ({ user, params, body }) => change(rescheduled, user, params.id, body)),
    serve(adminCalls.forgiveBalance, ({ user, params, body }) =>
      change(notOwed, user, params.id, { ...body, adminId: user.id }),
    ),
    serve(adminCalls.undoForgiven, ({ user, params }) =>
      change(owedAgain, user, params.id, { forgivenId: params.forgivenId, adminId: user.id }),
    ),
  ]
}
