import { emailShareOfTrip, splitTrip } from '@arcadia/contract/shares'
import * as calls from '@arcadia/contract/trips'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import { tripEmails } from './trips.emails.ts'
import { createFindLinked, createLookUp, createTrips } from './trips.service.ts'

export function tripsFeature(deps: Parameters<typeof createTrips>[0] & { addressLimits: RateLimits }) {
  const trips = createTrips(deps)
  // Generous, because whole groups may look from one network, perhaps with others at the ramp.
  const limit = ({ ip }: { ip: string }) =>
    deps.addressLimits.spend({ key: `trips:${networkOf(ip)}`, atMost: 60, windowMs: MINUTE_MS })
  return {
    name: 'trips',
    api: { findLinked: createFindLinked(deps), lookUp: createLookUp(deps), limit },
    endpoints: [
      serve(calls.openTrip, async ({ body, request }) => {
        await limit(request)
        return trips.open(body.token)
      }),
      serve(calls.listMyBookings, ({ user }) => trips.listOwn(user)),
      serve(calls.getTrip, ({ user, params }) => trips.openOwn(user, params.id)),
      serve(calls.emailTripSignIn, async ({ body, request }) => {
        await limit(request)
        await trips.emailSignIn(body.token)
      }),
      serve(calls.moveTrip, async ({ body, request }) => {
        await limit(request)
        return trips.move(body.token, body.newSelectedDate)
      }),
      serve(calls.refundTrip, async ({ body, request }) => {
        await limit(request)
        return trips.refund(body.token)
      }),
      serve(splitTrip, async ({ body: { token, ...asked }, request }) => {
        await limit(request)
        return deps.shares.split(...(await trips.organizer(token)), asked)
      }),
      serve(emailShareOfTrip, async ({ body, request }) => {
        await limit(request)
        return deps.shares.emailOne(...(await trips.organizer(body.token)), body.shareId)
      }),
      serve(calls.getLinkedCalendar, async ({ body, request, reply }) => {
        await limit(request)
        reply.header('content-disposition', 'attachment; filename="trip.ics"')
        return trips.calendar(body.token)
      }),
    ],
    emails: tripEmails(deps.encryptionKey, deps.bookings),
  } satisfies Feature
}
