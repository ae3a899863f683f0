import { listWaitlist } from '@arcadia/contract/admin-waitlist'
import { joinWaitlist, leaveWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { Waitlist } from './waitlist.service.ts'

export function waitlistRoutes(bind: Bind, waitlist: Waitlist): void {
  bind(joinWaitlist, ({ user, body }) => waitlist.join(user.id, body))
  bind(listMyWaitlist, ({ user }) => waitlist.listOf(user.id))
  bind(listWaitlist, ({ query }) => waitlist.list(query))
  bind(leaveWaitlist, async ({ user, params }) => void (await waitlist.leave(user.id, params.id)))
}
