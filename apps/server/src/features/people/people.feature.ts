import * as calls from '@arcadia/contract/admin/people'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOrigin } from '../accounts/known-browser.ts'
import { createSigningIn } from '../accounts/signing-in.ts'
import { createInvitations, createJoining } from './invitations.service.ts'
import { peopleEmails } from './people.emails.ts'
import { createPeople } from './people.service.ts'
import { listPeople, refundLimitOf } from './people.store.ts'

type Deps = Parameters<typeof createPeople>[0] &
  Parameters<typeof createInvitations>[0] &
  Parameters<typeof createJoining>[0]

/** Who works here. */
export function peopleFeature(deps: Deps) {
  const { db } = deps
  const signingIn = createSigningIn(deps.publicUrl.startsWith('https:'))
  const people = createPeople(deps)
  const invitations = createInvitations(deps)
  const joining = createJoining(deps)
  return {
    name: 'people',
    api: {},
    endpoints: [
      serve(calls.listPeople, async () => ({ people: await listPeople(db), refundLimit: await refundLimitOf(db) })),
      serve(calls.invitePerson, ({ user, body }) => invitations.invite(user, body)),
      serve(calls.sendInvitationAgain, ({ user, params }) => invitations.inviteAgain(user, params.id)),
      serve(calls.withdrawInvitation, ({ user, params }) => invitations.withdraw(user, params.id)),
      serve(calls.forgetPerson, ({ user, params }) => people.forget(user, params.id)),
      serve(calls.setPosition, ({ user, params, body }) => people.setPosition(user, params.id, body.position)),
      serve(calls.setRefundLimit, ({ user, body }) => people.setRefundLimit(user, body.refundLimit)),
      serve(calls.openInvitation, ({ body, request }) => joining.open(body.token, networkOrigin(request))),
      serve(
        calls.acceptInvitation,
        signingIn(({ body }, origins) => joining.accept(body, origins)),
      ),
    ],
    emails: peopleEmails,
  } satisfies Feature
}
