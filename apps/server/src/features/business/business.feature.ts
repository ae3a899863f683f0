import { changeBusinessFacts, changeGuidePhoto, getBusinessFacts } from '@arcadia/contract/business'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createBusiness } from './business.service.ts'
import { getFacts } from './business.store.ts'

export function businessFeature(deps: Parameters<typeof createBusiness>[0]) {
  const business = createBusiness(deps)
  return {
    name: 'business',
    api: business,
    endpoints: [
      serve(getBusinessFacts, async () => ({ facts: await getFacts(deps.db), defaults: business.defaults })),
      serve(changeBusinessFacts, ({ user, form }) => business.change(user, form)),
      serve(changeGuidePhoto, ({ user, form }) => business.changePhoto(user, form)),
    ],
  } satisfies Feature<unknown>
}
