import * as calls from '@arcadia/contract/waivers'
import { HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import { askToSign, waiverEmails } from './waivers.emails.ts'
import { createWaivers } from './waivers.service.ts'
import { listAltered } from './waivers.store.ts'

export function waiversFeature(deps: Parameters<typeof createWaivers>[0] & { addressLimits: RateLimits }) {
  const waivers = createWaivers(deps)
  // Generous, because whole groups sign from one network, perhaps with others at the ramp.
  const limit = (what: string, address: string) =>
    deps.addressLimits.spend({ key: `waivers-${what}:${networkOf(address)}`, atMost: 60, windowMs: MINUTE_MS })
  return {
    name: 'waivers',
    api: waivers,
    endpoints: [
      serve(calls.openWaiver, async ({ body, request }) => {
        await limit('open', request.ip)
        return waivers.open(body.token)
      }),
      serve(calls.signWaiver, async ({ body, key = crypto.randomUUID(), request }) => {
        await limit('sign', request.ip)
        const { isNew, ...signed } = await waivers.sign(body, { key, address: request.ip })
        return new Answer(isNew ? 201 : 200, signed)
      }),
      serve(calls.getBookingWaiver, ({ user, params }) => waivers.ofBooking(user, params.id)),
      serve(calls.leaveOutSignature, ({ user, params }) => waivers.leaveOut(user, params.id, params.signatureId)),
      serve(calls.listWaiverSignatures, ({ user, params }) => waivers.signaturesOf(user, params.id)),
      serve(calls.countWaiverSignature, async ({ user, params, body }) =>
        waivers.signaturesOf(user, await waivers.count(user, params.id, body)),
      ),
      serve(calls.listWaiverTexts, () => waivers.texts()),
      serve(calls.publishWaiver, ({ user, body }) => waivers.publish(user.id, body)),
    ],
    emails: waiverEmails(waivers.linkOf),
    addToBookingMail: (bookingId, context) => askToSign(bookingId, context, waivers.linkOf),
    reminders: waivers.reminders,
    sweeps: [{ name: 'old waivers', everyMs: HOUR_MS, run: () => waivers.blank() }],
    checks: [
      async () => ({
        about: "waivers: every signature matches the audit log's chain",
        problems: await listAltered(deps.db),
      }),
    ],
  } satisfies Feature
}
