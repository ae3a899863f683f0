import * as calls from '@arcadia/contract/receipts'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import { createReceipts } from './receipts.service.ts'

export function receiptsFeature(deps: Parameters<typeof createReceipts>[0] & { addressLimits: RateLimits }) {
  const receipts = createReceipts(deps)
  return {
    name: 'receipts',
    api: {},
    endpoints: [
      serve(calls.getReceipts, ({ user, params }) => receipts.show(user, params.id)),
      serve(calls.openReceipts, async ({ body, request }) => {
        await deps.addressLimits.spend({ key: `trips:${networkOf(request.ip)}`, atMost: 60, windowMs: MINUTE_MS })
        return receipts.open(body.token)
      }),
      serve(calls.getBookingReceipts, ({ user, params }) => receipts.show(user, params.id)),
    ],
  } satisfies Feature
}
