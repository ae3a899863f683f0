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
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { createAdminBookingQueries } from './admin-booking-queries.service.ts'
import { countQueries, findAdminQueries } from './admin-booking-queries.store.ts'
import { bookingQueryEmails } from './booking-queries.emails.ts'
import { blankQueries, createBookingQueries } from './booking-queries.service.ts'

export function bookingQueriesFeature(
  deps: Parameters<typeof createBookingQueries>[0] & Parameters<typeof createAdminBookingQueries>[0],
) {
  const { db } = deps
  const queries = createBookingQueries(deps)
  const admin = createAdminBookingQueries(deps)
  return {
    name: 'booking-queries',
    api: queries,
    endpoints: [
      serve(createBookingQuery, ({ user, body }) => queries.ask(user, body.bookingId, body.queryMessage)),
      serve(listQueriesOfBooking, ({ user, params }) => queries.listOfBooking(user, params.id)),
      serve(listMyQueries, ({ user }) => queries.listOf(user.id)),
      serve(listBookingQueries, ({ query }) => findAdminQueries(db, query)),
      serve(listBookingQueriesByStatus, ({ params, query }) =>
        findAdminQueries(db, { ...query, status: params.status }),
      ),
      serve(searchBookingQueries, ({ query }) => findAdminQueries(db, query)),
      serve(getBookingQueryStats, () => countQueries(db)),
      serve(getBookingQuery, ({ params }) => admin.get(params.id)),
      serve(setBookingQueryStatus, ({ user, params, body, request }) =>
        admin.setStatus(user.id, params.id, body, idempotencyKeyOf(request)),
      ),
    ],
    emails: bookingQueryEmails,
    blank: blankQueries,
  } satisfies Feature
}
