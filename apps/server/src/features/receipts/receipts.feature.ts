import * as calls from '@arcadia/contract/receipts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createReceipts } from './receipts.service.ts'

export function receiptsFeature(
  deps: Parameters<typeof createReceipts>[0] & { trips: { limit(request: { ip: string }): Promise<void> } },
) {
  const receipts = createReceipts(deps)
  return {
    name: 'receipts',
    api: {},
    endpoints: [
      serve(calls.getReceipts, ({ user, params }) => receipts.show(user, params.id)),
      serve(calls.openReceipts, async ({ body, request }) => {
        await deps.trips.limit(request)
        return receipts.open(body.token)
      }),
      serve(calls.getBookingReceipts, ({ user, params }) => receipts.show(user, params.id)),
    ],
  } satisfies Feature
}
