import * as calls from '@arcadia/contract/admin/accounts'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOrigin } from '../accounts/known-browser.ts'
import type { SessionGuard } from '../accounts/session-guard.ts'
import type { Businesses } from '../business/business.service.ts'
import { secondFactorEmails } from './second-factor.emails.ts'
import { createSecondFactor } from './second-factor.service.ts'
import { countRecoveryCodes } from './second-factor.store.ts'

interface Deps extends Pick<Base, 'db' | 'encryption'> {
  sessionGuard: SessionGuard
  business: Pick<Businesses, 'get'>
}

export function secondFactorFeature(deps: Deps) {
  const secondFactor = createSecondFactor({ ...deps, issuer: async () => (await deps.business.get()).name })
  return {
    name: 'second-factor',
    api: secondFactor,
    endpoints: [
      serve(calls.confirmItIsYou, ({ user, body, request }) => secondFactor.answer(user, body, networkOrigin(request))),
      serve(calls.getSecondFactor, async ({ user }) => {
        const left = await countRecoveryCodes(deps.db, user.id)
        return { isOn: left !== undefined, recoveryCodesLeft: left ?? 0 }
      }),
      serve(calls.setUpSecondFactor, ({ user, body, request }) =>
        secondFactor.setUp(user, body.password, networkOrigin(request)),
      ),
      serve(calls.confirmSecondFactor, ({ user, body }) => secondFactor.confirm(user, body.code)),
      serve(calls.removeSecondFactor, ({ user, body }) => secondFactor.remove(user, body.code)),
    ],
    emails: secondFactorEmails,
  } satisfies Feature
}
