import { holdAngler, payAngler } from '@arcadia/contract/added-anglers'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { paymentsFeature } from '../payments/payments.feature.ts'
import { createAddedAnglers } from './added-anglers.service.ts'

type Payments = Pick<ReturnType<typeof paymentsFeature>['api'], 'pay' | 'angler'>

/** A guest adds an angler to a booking that stands (docs/rules.md §2.38). Its payment is `angler.kind.ts`. */
export function addedAnglersFeature(deps: Parameters<typeof createAddedAnglers>[0] & { payments: Payments }) {
  const { pay, angler } = deps.payments
  const addedAnglers = createAddedAnglers(deps)
  return {
    name: 'added-anglers',
    api: { heldUntil: addedAnglers.heldUntil },
    endpoints: [
      serve(holdAngler, ({ user, params, request }) => addedAnglers.hold(user, params.id, networkOf(request.ip))),
      serve(payAngler, async ({ user, params, query, body, key, request }) => {
        const { status, body: answer } = await pay(angler, {
          user,
          key,
          bookingId: params.id,
          payment: body,
          network: networkOf(request.ip),
          address: request.ip,
          realmIds: [query.realmId],
          isMobile: false,
        })
        return new Answer(status, answer)
      }),
    ],
  } satisfies Feature
}
