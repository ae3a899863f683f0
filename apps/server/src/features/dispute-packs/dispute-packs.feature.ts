import { makeDisputePack } from '@arcadia/contract/admin/bookings'
import { makeTipPack } from '@arcadia/contract/admin/tips'
import type { FastifyReply } from 'fastify'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createDisputePacks } from './dispute-packs.service.ts'

export function disputePacksFeature(deps: Parameters<typeof createDisputePacks>[0]) {
  const disputePacks = createDisputePacks(deps)
  return {
    name: 'dispute-packs',
    api: {},
    endpoints: [
      serve(makeDisputePack, async ({ user, params, reply }) =>
        asFile(reply, await disputePacks.make(user, params.id)),
      ),
      serve(makeTipPack, async ({ user, params, reply }) =>
        asFile(reply, await disputePacks.makeOfTip(user, params.id)),
      ),
    ],
  } satisfies Feature
}

function asFile(reply: FastifyReply, { page, fileName }: { page: string; fileName: string }): string {
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return page
}
