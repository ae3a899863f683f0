import * as calls from '@arcadia/contract/admin/phone-bookings'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createPhoneBookings } from './phone-bookings.service.ts'
import { listCallers } from './phone-bookings.store.ts'

export function phoneBookingsFeature(deps: Parameters<typeof createPhoneBookings>[0]) {
  const phone = createPhoneBookings(deps)
  return {
    name: 'phone-bookings',
    api: {},
    endpoints: [
      serve(calls.enterPhoneBooking, ({ user, body, key }) => phone.enter(user, body, key)),
      serve(calls.bookWalkUp, async ({ user, body, key }) => {
        const walkUp = { ...body, email: null, selectedDate: venueDate(deps.clock.now()) }
        const { id, pendingAmount } = await phone.enter(user, walkUp, key)
        return { id, pendingAmount }
      }),
      serve(calls.listCallers, ({ query }) => listCallers(deps.db, query.phone)),
    ],
  } satisfies Feature
}
