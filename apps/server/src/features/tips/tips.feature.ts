import * as staff from '@arcadia/contract/admin/tips'
import * as calls from '@arcadia/contract/tips'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { tipEmails } from './tips.emails.ts'
import { createTips } from './tips.service.ts'

/** Tips for the day's guide, by card (docs/rules.md §3.45). Their payment is `tip.kind.ts`. */
export function tipsFeature(
  deps: Parameters<typeof createTips>[0] & { trips: { limit(request: { ip: string }): Promise<void> } },
) {
  const tips = createTips(deps)
  // Together with the pages of trips, whose links these are.
  const { limit } = deps.trips
  return {
    name: 'tips',
    api: tips,
    endpoints: [
      serve(calls.openTip, async ({ body, request }) => {
        await limit(request)
        return tips.ask(body.token)
      }),
      serve(calls.payTip, async ({ query, body, key, request }) => {
        await limit(request)
        const from = { network: networkOf(request.ip), address: request.ip }
        const paid = await tips.pay({ key, ...from, realmIds: [query.realmId], isMobile: false }, body)
        return new Answer(paid.status, paid.body)
      }),
      serve(calls.readTip, async ({ body, key, request }) => {
        await limit(request)
        return tips.read(body.token, key)
      }),
      serve(staff.listTips, ({ user, params }) => tips.listOf(user, params.id)),
      serve(staff.listOwnTips, ({ user }) => tips.listOwn(user)),
    ],
    emails: tipEmails(deps.encryptionKey),
  } satisfies Feature
}
