import { getAdminBooking, listBookingTimeline } from '@arcadia/contract/admin/bookings'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createBookingDetails } from './booking-details.service.ts'
import { listChanges, listCharges, listRefunds } from './booking-details.store.ts'

/** All that there is about a booking, for staff. */
export function bookingDetailsFeature(deps: Parameters<typeof createBookingDetails>[0]) {
  const details = createBookingDetails(deps)
  return {
    name: 'booking-details',
    api: {
      get: details.get,
      listChanges: (id: number) => listChanges(deps.db, id),
      moneyOfTip: async (tipId: number) => ({
        charges: await listCharges(deps.db, { tipId }),
        refunds: await listRefunds(deps.db, { tipId }),
      }),
    },
    endpoints: [
      serve(getAdminBooking, ({ user, params }) => details.get(user, params.id)),
      serve(listBookingTimeline, ({ user, params }) => details.timeline(user, params.id)),
    ],
  } satisfies Feature
}
