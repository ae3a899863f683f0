import {
  cancelBooking,
  getBooking,
  getRescheduleEligibility,
  getTripCalendar,
  listBookingEvents,
  listMyBookings,
  rescheduleBooking,
  streamMyNews,
} from '@arcadia/contract/bookings'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { PrivateStream } from '../../http/private-stream.ts'
import type { BookingChanges } from './booking-changes.service.ts'
import type { Bookings } from './bookings.service.ts'

export function bookingRoutes(
  bind: Bind,
  deps: {
    bookings: Bookings
    changes: BookingChanges
    privateStream: PrivateStream
  },
): void {
  const { bookings, changes, privateStream } = deps
  bind(listMyBookings, ({ user }) => bookings.listOf(user.id))
  bind(streamMyNews, ({ user, reply }) => {
    const own = String(user.id)
    privateStream.serve(user, reply, 'customer', (payload) => payload === own)
    return undefined
  })
  bind(getBooking, async ({ user, params }) => {
    const { paymentId, ...booking } = await bookings.get(user, params.id)
    return user.role === 'ADMIN' ? { ...booking, paymentId } : booking
  })
  bind(listBookingEvents, ({ user, params }) => bookings.events(user, params.id))
  bind(getTripCalendar, async ({ user, params, reply }) => {
    reply.header('content-disposition', 'attachment; filename="trip.ics"')
    return bookings.calendar(user, params.id)
  })
  bind(getRescheduleEligibility, ({ user, params }) => changes.eligibility(user, params.id))
  bind(rescheduleBooking, ({ user, params, body }) => changes.reschedule(user, params.id, body))
  bind(cancelBooking, ({ user, params }) => changes.cancel(user, params.id))
}
