import { addresses } from '@arcadia/contract/addresses'
import * as calls from '@arcadia/contract/admin/phone-bookings'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { tripLink } from '../../http/booking-links.ts'
import { createPhoneBookings } from './phone-bookings.service.ts'
import { listCallers } from './phone-bookings.store.ts'

export function phoneBookingsFeature(
  deps: Parameters<typeof createPhoneBookings>[0] & Pick<Base, 'encryptionKey' | 'publicUrl'>,
) {
  const phone = createPhoneBookings(deps)
  return {
    name: 'phone-bookings',
    api: {},
    endpoints: [
      serve(calls.enterPhoneBooking, async ({ user, body, key }) => {
        const booking = await phone.enter(user, body, key)
        const link = addresses.trip.href(tripLink.of(deps.encryptionKey, booking))
        return { ...booking, tripUrl: booking.email === null ? deps.publicUrl + link : null }
      }),
      serve(calls.bookWalkUp, async ({ user, body, key }) => {
        const walkUp = { ...body, email: null, selectedDate: venueDate(deps.clock.now()) }
        const { id, pendingAmount } = await phone.enter(user, walkUp, key)
        return { id, pendingAmount }
      }),
      serve(calls.listCallers, ({ query }) => listCallers(deps.db, query.phone)),
    ],
  } satisfies Feature
}
