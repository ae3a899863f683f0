import * as calls from '@arcadia/contract/admin/opening'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { openingEmails } from './opening.emails.ts'
import { createOpening } from './opening.service.ts'
import { createTestBooking } from './test-booking.service.ts'

/** What is to be ready before opening day (docs/rules.md §9.10). */
export function openingFeature(deps: Parameters<typeof createOpening>[0] & Parameters<typeof createTestBooking>[0]) {
  const opening = createOpening(deps)
  const testBooking = createTestBooking(deps)
  return {
    name: 'opening',
    api: {},
    endpoints: [
      serve(calls.getGoingLive, ({ user, request }) => opening.goingLive(user.id, originOf(request.headers.referer))),
      serve(calls.getOpening, ({ user }) => opening.get(user.id)),
      serve(calls.sayOpening, ({ user, params }) => opening.say(user.id, params.step)),
      serve(calls.takeBackOpening, ({ user, params }) => opening.takeBack(user.id, params.step)),
      serve(calls.setOpeningDay, ({ user, body }) => opening.setDay(user.id, body.opensOn)),
      serve(calls.sendTestEmail, ({ user }) => opening.sendTest(user.id)),
      serve(calls.beginTestBooking, ({ user }) => testBooking.begin(user.id)),
      serve(calls.cleanUpTestBooking, async ({ user }) => {
        await testBooking.cleanUp(user.id)
        return opening.get(user.id)
      }),
    ],
    sweeps: [{ name: 'forgotten test bookings', everyMs: MINUTE_MS, run: testBooking.sweep }],
    emails: openingEmails,
  } satisfies Feature
}

const originOf = (referer: string | undefined) =>
  referer && URL.canParse(referer) ? new URL(referer).origin : undefined
