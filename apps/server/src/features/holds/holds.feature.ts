import { checkAvailability } from '@arcadia/contract/availability'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Availability } from '../availability/availability.service.ts'
import { createHolds } from './holds.service.ts'

export type Holds = ReturnType<typeof createHolds>

export function holdsFeature(deps: Parameters<typeof createHolds>[0] & { availability: Pick<Availability, 'check'> }) {
  const holds = createHolds(deps)
  return {
    name: 'holds',
    api: holds,
    endpoints: [
      serve(createHold, async ({ user, body, request }) => {
        const held = await holds.create(user.id, body, networkOf(request.ip))
        return new Answer('payFirst' in held ? 202 : 201, held)
      }),
      serve(releaseHold, ({ user, params }) => holds.release(user.id, params.id)),
      serve(checkAvailability, async ({ body, user }) => {
        const ownHold = body.holdId ? await holds.findOwn(user.id, body.holdId) : undefined
        return deps.availability.check(body.selectedDate, body.numberOfGuests, user.id, ownHold)
      }),
    ],
    sweeps: [
      { name: 'expired holds', everyMs: 1000, run: () => holds.expireDue() },
      { name: 'unpaid holds that ended', everyMs: MINUTE_MS, run: () => holds.forgetUnpaidEnds() },
    ],
  } satisfies Feature
}
