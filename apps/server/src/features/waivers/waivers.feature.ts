import { addDays, venueDate } from '@arcadia/contract/trip-date'
import * as calls from '@arcadia/contract/waivers'
import { HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf, type RateLimits } from '../../http/rate-limits.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'
import { createCountedSignatures } from './counted-signatures.service.ts'
import { createSigning } from './signing.service.ts'
import { createWaiverTexts } from './waiver-texts.service.ts'
import { askToSign, waiverEmails } from './waivers.emails.ts'
import { createWaivers, waiverReminders } from './waivers.service.ts'
import { blankSignatures, listAltered } from './waivers.store.ts'

export function waiversFeature(
  deps: Parameters<typeof createWaivers>[0] & Parameters<typeof createSigning>[0] & { addressLimits: RateLimits },
) {
  const { db, clock } = deps
  const waivers = createWaivers(deps)
  const signing = createSigning(deps)
  const counted = createCountedSignatures(deps)
  const texts = createWaiverTexts(deps)
  // Generous, because whole groups sign from one network, perhaps with others at the ramp.
  const limit = (what: string, address: string) =>
    deps.addressLimits.spend({ key: `waivers-${what}:${networkOf(address)}`, atMost: 60, windowMs: MINUTE_MS })
  /** Erases personal data 24 months after the trip (docs/rules.md §16.6). */
  const blankOld = () => blankSignatures(db, clock.now(), addDays(venueDate(clock.now()), -EVIDENCE_DAYS))
  return {
    name: 'waivers',
    api: waivers,
    endpoints: [
      serve(calls.openWaiver, async ({ body, request }) => {
        await limit('open', request.ip)
        return signing.open(body.token)
      }),
      serve(calls.signWaiver, async ({ body, key = crypto.randomUUID(), request }) => {
        await limit('sign', request.ip)
        const { isNew, ...signed } = await signing.sign(body, { key, address: request.ip })
        return new Answer(isNew ? 201 : 200, signed)
      }),
      serve(calls.getBookingWaiver, ({ user, params }) => waivers.ofBooking(user, params.id)),
      serve(calls.leaveOutSignature, async ({ user, params }) => {
        await counted.leaveOut(user, params.id, params.signatureId)
        return waivers.ofBooking(user, params.id)
      }),
      serve(calls.listWaiverSignatures, ({ user, params }) => waivers.signaturesOf(user, params.id)),
      serve(calls.countWaiverSignature, async ({ user, params, body }) =>
        waivers.signaturesOf(user, await counted.count(user, params.id, body)),
      ),
      serve(calls.listWaiverTexts, () => texts.list()),
      serve(calls.publishWaiver, ({ user, body }) => texts.publish(user.id, body)),
    ],
    emails: waiverEmails(waivers.linkOf),
    addToBookingMail: (bookingId, context) => askToSign(bookingId, context, waivers.linkOf),
    reminders: (now) => waiverReminders(db, now),
    sweeps: [{ name: 'old waivers', everyMs: HOUR_MS, run: blankOld }],
    checks: [
      {
        name: 'waivers',
        look: async () => ({
          about: "waivers: every signature matches the audit log's chain",
          problems: await listAltered(db),
        }),
      },
    ],
  } satisfies Feature
}
