import * as calls from '@arcadia/contract/booking-queries'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createAdminBookingQueries } from './admin-booking-queries.service.ts'
import { countQueries, findAdminQueries, getAdminQuery, questionsMatching } from './admin-booking-queries.store.ts'
import { bookingQueryEmails } from './booking-queries.emails.ts'
import { blankQueries, createBookingQueries } from './booking-queries.service.ts'
import { listQueries } from './booking-queries.store.ts'

export function bookingQueriesFeature(
  deps: Parameters<typeof createBookingQueries>[0] & Parameters<typeof createAdminBookingQueries>[0],
) {
  const { db } = deps
  const queries = createBookingQueries(deps)
  const listOf = (userId: number) => listQueries(db, { userId })
  const admin = createAdminBookingQueries(deps)
  return {
    name: 'booking-queries',
    api: { ...queries, listOf, matching: questionsMatching },
    endpoints: [
      serve(calls.createBookingQuery, ({ user, body }) => queries.ask(user, body.bookingId, body.queryMessage)),
      serve(calls.listQueriesOfBooking, ({ user, params }) => queries.listOfBooking(user, params.id)),
      serve(calls.listMyQueries, ({ user }) => listOf(user.id)),
      serve(calls.listBookingQueries, ({ query }) => findAdminQueries(db, query)),
      serve(calls.listBookingQueriesByStatus, ({ params, query }) =>
        findAdminQueries(db, { ...query, status: params.status }),
      ),
      serve(calls.searchBookingQueries, ({ query }) => findAdminQueries(db, query)),
      serve(calls.getBookingQueryStats, () => countQueries(db)),
      serve(calls.getBookingQuery, ({ params }) => getAdminQuery(db, params.id)),
      serve(calls.setBookingQueryStatus, ({ user, params, body, key }) =>
        admin.setStatus(user.id, params.id, body, key),
      ),
    ],
    emails: bookingQueryEmails,
    blank: blankQueries,
  } satisfies Feature
}
