import { makeDisputePack } from '@arcadia/contract/dispute-packs'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { DisputePacks } from './dispute-packs.service.ts'

export function disputePackRoutes(bind: Bind, disputePacks: DisputePacks): void {
  bind(makeDisputePack, async ({ user, params, reply }) => {
    const { page, fileName } = await disputePacks.make(user, params.id)
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    return page
  })
}
