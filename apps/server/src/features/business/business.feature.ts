import { changeBusinessFacts, changeGuidePhoto, getBusinessFacts, getGuidePhoto } from '@arcadia/contract/business'
import type { Feature } from '../../feature.ts'
import { AppError } from '../../http/app-error.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createBusiness } from './business.service.ts'
import { findPhoto, getFacts } from './business.store.ts'

export function businessFeature(deps: Parameters<typeof createBusiness>[0]) {
  const business = createBusiness(deps)
  return {
    name: 'business',
    api: business,
    endpoints: [
      serve(getBusinessFacts, async () => ({ facts: await getFacts(deps.db), defaults: business.defaults })),
      serve(changeBusinessFacts, ({ user, form }) => business.change(user, form)),
      serve(changeGuidePhoto, ({ user, form }) => business.changePhoto(user, form)),
      serve(getGuidePhoto, async ({ params, reply }) => {
        const jpeg = await findPhoto(deps.db, params.id)
        if (!jpeg) throw new AppError('not-found')
        reply.header('cache-control', 'public, max-age=31536000, immutable')
        return jpeg
      }),
    ],
  } satisfies Feature<unknown>
}
