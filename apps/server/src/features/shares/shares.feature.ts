import * as calls from '@arcadia/contract/shares'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { remindShares } from './remind-shares.service.ts'
import { shareEmails } from './shares.emails.ts'
import { createShares } from './shares.service.ts'
import { blankShares } from './shares.store.ts'

export function sharesFeature(deps: Parameters<typeof createShares>[0]) {
  const shares = createShares(deps)
  return {
    name: 'shares',
    api: shares,
    endpoints: [
      serve(calls.splitBooking, ({ user, params, body }) => shares.split(user, params.id, body)),
      serve(calls.emailShareOfBooking, ({ user, params }) => shares.emailOne(user, params.id, params.shareId)),
      serve(calls.listShares, ({ user, params }) => shares.showStaff(user, params.id)),
      serve(calls.emailShares, ({ user, params }) => shares.emailAll(user, params.id)),
    ],
    emails: shareEmails(deps.encryptionKey),
    sweeps: [{ name: 'share reminders', everyMs: MINUTE_MS, run: () => remindShares(deps) }],
    blank: blankShares,
  } satisfies Feature
}
