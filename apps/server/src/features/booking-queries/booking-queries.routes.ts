import {
  createBookingQuery,
  getBookingQuery,
  getBookingQueryStats,
  listBookingQueries,
  listBookingQueriesByStatus,
  listMyQueries,
  listQueriesOfBooking,
  searchBookingQueries,
  setBookingQueryStatus,
} from '@arcadia/contract/booking-queries'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { AdminBookingQueries } from './admin-booking-queries.service.ts'
import type { BookingQueries } from './booking-queries.service.ts'

export function bookingQueryRoutes(bind: Bind, queries: BookingQueries, admin: AdminBookingQueries): void {
  bind(createBookingQuery, ({ user, body }) => queries.ask(user, body.bookingId, body.queryMessage))
  bind(listQueriesOfBooking, ({ user, params }) => queries.listOfBooking(user, params.id))
  bind(listMyQueries, ({ user }) => queries.listOf(user.id))

  bind(listBookingQueries, ({ query }) => admin.list(query))
  bind(listBookingQueriesByStatus, ({ params, query }) => admin.list({ ...query, status: params.status }))
  bind(searchBookingQueries, ({ query }) => admin.list(query))
  bind(getBookingQueryStats, () => admin.stats())
  bind(getBookingQuery, ({ params }) => admin.get(params.id))
  bind(setBookingQueryStatus, ({ user, params, body }) => admin.setStatus(user.id, params.id, body))
}
