import { joinWaitlist, leaveWaitlist, listMyWaitlist, listWaitlist } from '@arcadia/contract/waitlist'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { waitlistEmails } from './waitlist.emails.ts'
import { createWaitlist, offerFreeSpots } from './waitlist.service.ts'
import { withdrawCustomer } from './withdraw-customer.service.ts'

export function waitlistFeature(deps: Parameters<typeof createWaitlist>[0]) {
  const waitlist = createWaitlist(deps)
  return {
    name: 'waitlist',
    api: { ...waitlist, offerFreeSpots, withdrawCustomer },
    endpoints: [
      serve(joinWaitlist, ({ user, body, request }) => waitlist.join(user.id, body, networkOf(request.ip))),
      serve(listMyWaitlist, ({ user }) => waitlist.listOf(user.id)),
      serve(listWaitlist, ({ query }) => waitlist.list(query)),
      serve(leaveWaitlist, ({ user, params }) => waitlist.leave(user.id, params.id)),
    ],
    emails: waitlistEmails,
    sweeps: [{ name: 'waitlist offers', everyMs: 1000, run: () => waitlist.offer() }],
  } satisfies Feature
}
