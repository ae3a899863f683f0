import { getOpening, openBusiness, saySeen, sendTestEmail } from '@arcadia/contract/admin/opening'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { openingEmails } from './opening.emails.ts'
import { createOpening } from './opening.service.ts'

/** What is to be ready before opening day (docs/rules.md §9.10). */
export function openingFeature(deps: Parameters<typeof createOpening>[0]) {
  const opening = createOpening(deps)
  return {
    name: 'opening',
    api: {},
    endpoints: [
      serve(getOpening, ({ user }) => opening.get(user.id)),
      serve(saySeen, ({ user, params }) => opening.say(user.id, params.step)),
      serve(sendTestEmail, ({ user }) => opening.sendTest(user.id)),
      serve(openBusiness, ({ user }) => opening.say(user.id, 'OPENED')),
    ],
    emails: openingEmails,
  } satisfies Feature
}
