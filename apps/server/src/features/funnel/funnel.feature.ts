import { countSteps, FUNNEL_DAYS, FUNNEL_STEPS, getFunnel } from '@arcadia/contract/site/funnel'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import { type Clock, MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import { countVisit, listVisits } from './funnel.store.ts'

export function funnelFeature({ db, clock, addressLimits }: { db: Db; clock: Clock; addressLimits: RateLimits }) {
  const today = () => venueDate(clock.now())
  return {
    name: 'funnel',
    api: {},
    endpoints: [
      serve(countSteps, async ({ body, request }) => {
        await addressLimits.spend({ key: `funnel:${networkOf(request.ip)}`, atMost: 30, windowMs: MINUTE_MS })
        await countVisit(db, today(), body.steps)
      }),
      serve(getFunnel, async () => {
        const since = addDays(today(), 1 - FUNNEL_DAYS)
        const counts = new Map((await listVisits(db, since)).map(({ step, visits }) => [step, visits]))
        return { since, steps: FUNNEL_STEPS.map((step) => ({ step, visits: counts.get(step) ?? 0 })) }
      }),
    ],
  } satisfies Feature
}
