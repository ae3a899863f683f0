import {
  createHold,
  getBooking,
  getCurrentHold,
  listAdminBookings,
  listMyBookings,
  releaseHold,
} from '@arcadia/contract/bookings'
import type { Bind } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { BookingPayments } from '../payments/booking-payments.service.ts'
import type { Bookings } from './bookings.service.ts'
import type { Holds } from './holds.service.ts'

export function bookingRoutes(
  bind: Bind,
  deps: { bookings: Bookings; holds: Holds; payments: Pick<BookingPayments, 'current'> },
): void {
  const { bookings, holds, payments } = deps
  bind(createHold, ({ user, body, request }) => holds.create(user.id, body, networkOf(request.ip)))
  bind(releaseHold, async ({ user, params }) => void (await holds.release(user.id, params.id)))
  bind(getCurrentHold, ({ user }) => payments.current(user.id))
  bind(listMyBookings, ({ user }) => bookings.listOf(user.id))
  bind(getBooking, ({ user, params }) => bookings.get(user, params.id))
  bind(listAdminBookings, ({ query }) => bookings.search(query))
}
