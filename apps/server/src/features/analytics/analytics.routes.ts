import { sendAnalytics } from '@arcadia/contract/analytics'
import type { Bind } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import type { Analytics } from './analytics.service.ts'

const MINUTE_MS = 60_000

export function analyticsRoutes(bind: Bind, deps: { analytics: Analytics; addressLimits: RateLimits }): void {
  bind(sendAnalytics, async ({ body, request }) => {
    await deps.addressLimits.spend({ key: `analytics:${networkOf(request.ip)}`, atMost: 60, windowMs: MINUTE_MS })
    deps.analytics.relay(body)
    return undefined
  })
}
