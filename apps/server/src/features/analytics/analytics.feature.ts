import { sendAnalytics } from '@arcadia/contract/site/analytics'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import { type AnalyticsDeps, createAnalytics } from './analytics.service.ts'

export function analyticsFeature(deps: AnalyticsDeps & { addressLimits: RateLimits }) {
  const analytics = createAnalytics(deps)
  return {
    name: 'analytics',
    api: {},
    endpoints: [
      serve(sendAnalytics, async ({ body, request }) => {
        await deps.addressLimits.spend({ key: `analytics:${networkOf(request.ip)}`, atMost: 60, windowMs: MINUTE_MS })
        analytics.relay(body)
      }),
    ],
  } satisfies Feature
}
