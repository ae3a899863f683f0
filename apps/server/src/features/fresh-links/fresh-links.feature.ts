import { sendFreshLink } from '@arcadia/contract/fresh-links'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { createFreshLinks } from './fresh-links.service.ts'

export function freshLinksFeature(deps: Parameters<typeof createFreshLinks>[0]) {
  const freshLinks = createFreshLinks(deps)
  return {
    name: 'fresh-links',
    api: {},
    endpoints: [
      serve(sendFreshLink, async ({ body, request }) => {
        await freshLinks.send(body, networkOf(request.ip))
        return {
          message: 'If that link was emailed and is still needed, a fresh one is on its way to the same address.',
        }
      }),
    ],
  } satisfies Feature
}
