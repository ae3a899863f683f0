import { joinWaitlist, leaveWaitlist, listMyWaitlist, listWaitlist } from '@arcadia/contract/waitlist'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { listWaiting } from './admin-waitlist.store.ts'
import { waitlistEmails } from './waitlist.emails.ts'
import { createWaitlist } from './waitlist.service.ts'
import { listEntriesOf } from './waitlist.store.ts'
import { leaveEveryLine, offerFreeSpots, withdrawCustomer } from './waitlist.writes.ts'

export function waitlistFeature(deps: Parameters<typeof createWaitlist>[0]) {
  const { db, clock } = deps
  const waitlist = createWaitlist(deps)
  const listOf = (userId: number) => listEntriesOf(db, userId, clock.now())
  return {
    name: 'waitlist',
    api: { ...waitlist, listOf, leaveEveryLine, offerFreeSpots, withdrawCustomer },
    endpoints: [
      serve(joinWaitlist, ({ user, body, request }) => waitlist.join(user.id, body, networkOf(request.ip))),
      serve(listMyWaitlist, ({ user }) => listOf(user.id)),
      serve(listWaitlist, ({ query }) => listWaiting(db, clock.now(), query)),
      serve(leaveWaitlist, ({ user, params }) => waitlist.leave(user.id, params.id)),
    ],
    emails: waitlistEmails,
    sweeps: [{ name: 'waitlist offers', everyMs: 1000, run: () => waitlist.offer() }],
  } satisfies Feature
}
