import * as calls from '@arcadia/contract/admin/bookings'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { setStatus } from './booking-status.service.ts'

/** The owner or the office sets the status of a booking; what was paid can go back with it. */
export function bookingStatusFeature(deps: Parameters<typeof setStatus>[0]) {
  return {
    name: 'booking-status',
    api: {},
    endpoints: [
      serve(calls.setBookingStatus, ({ user, params, query }) => setStatus(deps, user, params.id, query)),
      serve(calls.patchBookingStatus, ({ user, params, body }) => setStatus(deps, user, params.id, body)),
      serve(calls.deleteBooking, ({ user, params }) => setStatus(deps, user, params.id, { status: 'CANCELLED' })),
    ],
  } satisfies Feature
}
