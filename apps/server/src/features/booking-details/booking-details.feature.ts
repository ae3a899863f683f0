import { getAdminBooking, listBookingTimeline } from '@arcadia/contract/admin/bookings'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createBookingDetails } from './booking-details.service.ts'
import { listChanges } from './booking-details.store.ts'

/** All that there is about a booking, for staff. */
export function bookingDetailsFeature(deps: Parameters<typeof createBookingDetails>[0]) {
  const details = createBookingDetails(deps)
  return {
    name: 'booking-details',
    api: { get: details.get, listChanges: (id: number) => listChanges(deps.db, id) },
    endpoints: [
      serve(getAdminBooking, ({ user, params }) => details.get(user, params.id)),
      serve(listBookingTimeline, ({ user, params }) => details.timeline(user, params.id)),
    ],
  } satisfies Feature
}
