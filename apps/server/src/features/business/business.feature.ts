import { changeBusinessFacts, getBusinessFacts } from '@arcadia/contract/business'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createBusiness } from './business.service.ts'

export function businessFeature(deps: Parameters<typeof createBusiness>[0]) {
  const business = createBusiness(deps)
  return {
    name: 'business',
    api: business,
    endpoints: [
      serve(getBusinessFacts, async () => ({ facts: await business.facts(), defaults: business.defaults })),
      serve(changeBusinessFacts, ({ user, body }) => business.change(user.id, body)),
    ],
  } satisfies Feature<unknown>
}
