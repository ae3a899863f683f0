import { getAdminBooking } from '@arcadia/contract/admin-booking-details'
import {
  deleteBooking,
  listAdminBookings,
  patchBookingStatus,
  setBookingStatus,
} from '@arcadia/contract/admin-bookings'
import { correctBooking } from '@arcadia/contract/booking-corrections'
import {
  cancelBooking,
  getBooking,
  getCurrentHold,
  getRescheduleEligibility,
  getTripCalendar,
  listBookingEvents,
  listMyBookings,
  rescheduleBooking,
  streamMyNews,
} from '@arcadia/contract/bookings'
import { enterPhoneBooking } from '@arcadia/contract/phone-bookings'
import type { Bind } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import type { PrivateStream } from '../../http/private-stream.ts'
import type { BookingCorrections } from '../admin-bookings/booking-corrections.service.ts'
import type { BookingDetails } from '../admin-bookings/booking-details.service.ts'
import type { BookingStatuses } from '../admin-bookings/booking-status.service.ts'
import type { PhoneBookings } from '../admin-bookings/phone-bookings.service.ts'
import type { BookingPayments } from '../payments/booking-payments.service.ts'
import type { BookingChanges } from './booking-changes.service.ts'
import type { Bookings } from './bookings.service.ts'

export function bookingRoutes(
  bind: Bind,
  deps: {
    bookings: Bookings
    changes: BookingChanges
    corrections: BookingCorrections
    details: BookingDetails
    privateStream: PrivateStream
    payments: Pick<BookingPayments, 'current'>
    phone: PhoneBookings
    statuses: BookingStatuses
  },
): void {
  const { bookings, changes, details, payments, phone, privateStream, statuses } = deps
  bind(getCurrentHold, ({ user }) => payments.current(user.id))
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
  bind(correctBooking, ({ user, params, body }) => deps.corrections.correct(user, params.id, body))
  bind(setBookingStatus, ({ user, params, query }) => statuses.set(user, params.id, query))
  bind(patchBookingStatus, ({ user, params, body }) => statuses.set(user, params.id, body))
  bind(deleteBooking, ({ user, params }) => statuses.set(user, params.id, { status: 'CANCELLED' }))
  bind(enterPhoneBooking, ({ user, body, request }) => phone.enter(user, body, idempotencyKeyOf(request)))
  bind(getAdminBooking, ({ user, params }) => details.get(user, params.id))
  bind(listAdminBookings, ({ query }) => bookings.search(query))
}
