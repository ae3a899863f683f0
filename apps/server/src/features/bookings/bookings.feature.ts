import * as calls from '@arcadia/contract/bookings'
import { TRIP_REMINDER_DAYS } from '@arcadia/contract/bookings'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import { HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { PrivateStream } from '../../http/private-stream.ts'
import { letGoUnpaid } from './awaited-deposits.service.ts'
import { createBookingChanges } from './booking-changes.service.ts'
import { bookingNotices } from './booking-notices.emails.ts'
import { bookingEmails } from './bookings.emails.ts'
import { createBookings } from './bookings.service.ts'
import { createGuestCorrections } from './guest-corrections.service.ts'
import { remind } from './reminders.service.ts'
import { changeRiders } from './riders.service.ts'

type Deps = Parameters<typeof createBookings>[0] &
  Omit<Parameters<typeof createBookingChanges>[0], 'bookings'> &
  Omit<Parameters<typeof createGuestCorrections>[0], 'bookings'> &
  Parameters<typeof remind>[0] &
  Parameters<typeof bookingEmails>[0] & { privateStream: PrivateStream }

export function bookingsFeature(deps: Deps) {
  const bookings = createBookings(deps)
  const changes = createBookingChanges({ ...deps, bookings })
  const corrections = createGuestCorrections({ ...deps, bookings })
  return {
    name: 'bookings',
    api: bookings,
    endpoints: [
      serve(calls.listMyBookings, ({ user }) => bookings.listOf(user.id)),
      serve(calls.streamMyNews, ({ user, reply }) => {
        const own = String(user.id)
        deps.privateStream.serve(user, reply, 'customer', (payload) => payload === own)
      }),
      serve(calls.getBooking, async ({ user, params }) => {
        const { paymentId, ...booking } = await bookings.get(user, params.id)
        return user.role === 'ADMIN' ? { ...booking, paymentId } : booking
      }),
      serve(calls.listBookingEvents, ({ user, params }) => bookings.events(user, params.id)),
      serve(calls.getTripCalendar, async ({ user, params, reply }) => {
        reply.header('content-disposition', 'attachment; filename="trip.ics"')
        return bookings.calendar(user, params.id)
      }),
      serve(calls.getRescheduleEligibility, ({ user, params }) => changes.eligibility(user, params.id)),
      serve(calls.rescheduleBooking, ({ user, params, body }) => changes.reschedule(user, params.id, body)),
      serve(calls.cancelBooking, ({ user, params }) => changes.cancel(user, params.id)),
      serve(calls.changeRidersAndTackle, ({ user, params, body }) =>
        changeRiders({ ...deps, bookings }, user, params.id, body),
      ),
      serve(calls.correctGuest, ({ user, params, body }) => corrections.correctGuest(user, params.id, body)),
      serve(calls.correctBookingEmail, ({ user, params, body }) => corrections.correctEmail(user, params.id, body)),
    ],
    emails: { ...bookingEmails(deps), ...bookingNotices },
    /** Sent three days before: what to bring and what is due. */
    reminders: async (now) => [
      {
        kind: 'TRIP',
        first: addDays(venueDate(now), 1),
        last: addDays(venueDate(now), TRIP_REMINDER_DAYS),
        quietDays: 1,
        mail: (bookingId) => ({ kind: 'trip-reminder', params: { bookingId } }),
      },
    ],
    sweeps: [
      { name: 'deposits not paid in time', everyMs: 1000, run: () => letGoUnpaid(deps) },
      { name: 'completed trips', everyMs: MINUTE_MS, run: () => changes.complete() },
      { name: 'reminders', everyMs: MINUTE_MS, run: () => remind(deps) },
      { name: 'old bookings of closed accounts', everyMs: HOUR_MS, run: () => changes.blank() },
    ],
  } satisfies Feature
}
