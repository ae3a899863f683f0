import { checkAvailability } from '@arcadia/contract/availability'
import { createHold, releaseHold } from '@arcadia/contract/bookings'
import type { Bind } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Availability } from '../availability/availability.service.ts'
import type { Holds } from './holds.service.ts'

export function holdRoutes(bind: Bind, { holds, availability }: { holds: Holds; availability: Availability }): void {
  bind(createHold, ({ user, body, request }) => holds.create(user.id, body, networkOf(request.ip)))
  bind(releaseHold, async ({ user, params }) => void (await holds.release(user.id, params.id)))
  bind(checkAvailability, async ({ body, user }) => {
    const ownHold = body.holdId ? await holds.findOwn(user.id, body.holdId) : undefined
    return availability.check(body.selectedDate, body.numberOfGuests, ownHold)
  })
}
