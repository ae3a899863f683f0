import { enterPhoneBooking, listCallers } from '@arcadia/contract/admin/phone-bookings'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createPhoneBookings } from './phone-bookings.service.ts'

export function phoneBookingsFeature(deps: Parameters<typeof createPhoneBookings>[0]) {
  const phone = createPhoneBookings(deps)
  return {
    name: 'phone-bookings',
    api: {},
    endpoints: [
      serve(enterPhoneBooking, ({ user, body, key }) => phone.enter(user, body, key)),
      serve(listCallers, ({ query }) => phone.listCallers(query.phone)),
    ],
  } satisfies Feature
}
