import { openUnsubscription, setSubscribed, unsubscribeInOneClick } from '@arcadia/contract/unsubscriptions'
import type { Base } from '../../base.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { createUnsubscriptions } from './unsubscriptions.service.ts'

export function unsubscriptionsFeature(
  deps: Parameters<typeof createUnsubscriptions>[0] & Pick<Base, 'addressLimits'>,
) {
  const unsubscriptions = createUnsubscriptions(deps)
  const limit = ({ ip }: { ip: string }) =>
    deps.addressLimits.spend({ key: `unsubscribe:${networkOf(ip)}`, atMost: 60, windowMs: MINUTE_MS })
  return {
    name: 'unsubscriptions',
    api: { listOf: unsubscriptions.listOf },
    endpoints: [
      serve(openUnsubscription, async ({ body, request }) => {
        await limit(request)
        return unsubscriptions.open(body.token)
      }),
      serve(setSubscribed, async ({ body, request }) => {
        await limit(request)
        return unsubscriptions.set(body.token, body.isSubscribed)
      }),
      serve(unsubscribeInOneClick, async ({ params, request }) => {
        await limit(request)
        await unsubscriptions.set(params.link, false)
        return "You won't get these emails anymore."
      }),
    ],
  } satisfies Feature
}
