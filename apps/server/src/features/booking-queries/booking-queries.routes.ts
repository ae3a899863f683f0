import { createBookingQuery, listMyQueries, listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { BookingQueries } from './booking-queries.service.ts'

export function bookingQueryRoutes(bind: Bind, queries: BookingQueries): void {
  bind(createBookingQuery, ({ user, body }) => queries.ask(user, body.bookingId, body.queryMessage))
  bind(listQueriesOfBooking, ({ user, params }) => queries.listOfBooking(user, params.id))
  bind(listMyQueries, ({ user }) => queries.listOf(user.id))
}
