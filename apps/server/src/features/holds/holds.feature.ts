import { checkAvailability } from '@arcadia/contract/availability'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Availability, OwnHold } from '../availability/availability.service.ts'
import { createHolds } from './holds.service.ts'
import { forgetUnpaidEnds } from './holds.store.ts'
import { findOwnHold } from './holds.writes.ts'

export type Holds = ReturnType<typeof createHolds>

export function holdsFeature(deps: Parameters<typeof createHolds>[0] & { availability: Pick<Availability, 'check'> }) {
  const { db, clock } = deps
  const holds = createHolds(deps)

  async function findOwn(userId: number, id: string): Promise<OwnHold | undefined> {
    const hold = await findOwnHold(db, userId, id)
    const isLive = hold && !hold.consumed_at && !hold.released_at && hold.expires_at > clock.now()
    return isLive ? { selectedDate: hold.trip_date, numberOfGuests: hold.number_of_guests } : undefined
  }

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
        const ownHold = body.holdId ? await findOwn(user.id, body.holdId) : undefined
        return deps.availability.check(body.selectedDate, body.numberOfGuests, user.id, ownHold)
      }),
    ],
    sweeps: [
      { name: 'expired holds', everyMs: 1000, anyClock: true, run: () => holds.expireDue() },
      { name: 'unpaid holds that ended', everyMs: MINUTE_MS, run: () => forgetUnpaidEnds(db, clock.now()) },
    ],
  } satisfies Feature
}
