import { makeDisputePack } from '@arcadia/contract/admin/bookings'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createDisputePacks } from './dispute-packs.service.ts'

export function disputePacksFeature(deps: Parameters<typeof createDisputePacks>[0]) {
  const disputePacks = createDisputePacks(deps)
  return {
    name: 'dispute-packs',
    api: {},
    endpoints: [
      serve(makeDisputePack, async ({ user, params, reply }) => {
        const { page, fileName } = await disputePacks.make(user, params.id)
        reply.header('content-disposition', `attachment; filename="${fileName}"`)
        return page
      }),
    ],
  } satisfies Feature
}
