import type { CurrentHold } from '@arcadia/contract/holds'
import { joinWaitlist, leaveWaitlist, listMyWaitlist, listWaitlist } from '@arcadia/contract/waitlist'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { listWaiting } from './admin-waitlist.store.ts'
import { waitlistEmails } from './waitlist.emails.ts'
import { createWaitlist } from './waitlist.service.ts'
import { listEntriesOf } from './waitlist.store.ts'
import { leaveEveryLine, offerFreeSpots, withdrawCustomer } from './waitlist.writes.ts'

type Deps = Parameters<typeof createWaitlist>[0] & {
  /** What a gift pays of a hold, from gift-vouchers. */
  giftOfHold: (holdId: string) => Promise<Pick<CurrentHold, 'covered' | 'giftCode'>>
}

export function waitlistFeature(deps: Deps) {
  const { db, clock } = deps
  const waitlist = createWaitlist(deps)
  const listOf = (userId: number) => listEntriesOf(db, userId, clock.now())

  /** An offer that is being booked in another tab says which gift pays for it. */
  async function listWithGifts(userId: number) {
    const withGift = async (offer: CurrentHold) => ({ ...offer, ...(await deps.giftOfHold(offer.holdId)) })
    const entries = await listOf(userId)
    return Promise.all(
      entries.map(async (entry) => ({ ...entry, offer: entry.offer && (await withGift(entry.offer)) })),
    )
  }

  return {
    name: 'waitlist',
    api: { ...waitlist, listOf, leaveEveryLine, offerFreeSpots, withdrawCustomer },
    endpoints: [
      serve(joinWaitlist, ({ user, body, request }) => waitlist.join(user.id, body, networkOf(request.ip))),
      serve(listMyWaitlist, ({ user }) => listWithGifts(user.id)),
      serve(listWaitlist, ({ query }) => listWaiting(db, clock.now(), query)),
      serve(leaveWaitlist, ({ user, params }) => waitlist.leave(user.id, params.id)),
    ],
    emails: waitlistEmails,
    sweeps: [{ name: 'waitlist offers', everyMs: 1000, run: () => waitlist.offer() }],
  } satisfies Feature
}
