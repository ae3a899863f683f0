import { checkIn } from '@arcadia/contract/admin/check-ins'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createCheckIns } from './check-ins.service.ts'
import { listCheckIns } from './check-ins.store.ts'

export function checkInsFeature(deps: Parameters<typeof createCheckIns>[0]) {
  const checkIns = createCheckIns(deps)
  return {
    name: 'check-ins',
    api: { ofDay: (date: TripDate, bookingIds: readonly number[]) => listCheckIns(deps.db, date, bookingIds) },
    endpoints: [
      serve(checkIn, async ({ user, params, body, key }) => ({
        checkIn: await checkIns.checkIn(user, params.id, body, key),
      })),
    ],
  } satisfies Feature
}
