import * as calls from '@arcadia/contract/admin/accounts'
import * as passkeyCalls from '@arcadia/contract/admin/passkeys'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { identifyBrowser, networkOrigin, rememberBrowser } from '../accounts/known-browser.ts'
import type { SessionGuard } from '../accounts/session-guard.ts'
import type { Businesses } from '../business/business.service.ts'
import { createPasskeyAnswers } from './passkey-answers.service.ts'
import { createPasskeys } from './passkeys.service.ts'
import { forgetOldChallenges } from './passkeys.store.ts'
import { secondFactorEmails } from './second-factor.emails.ts'
import { createSecondFactor } from './second-factor.service.ts'
import { countRecoveryCodes, forgetFactors } from './second-factor.store.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'encryption' | 'publicUrl' | 'addressLimits'> {
  sessionGuard: SessionGuard
  business: Pick<Businesses, 'get'>
}

export function secondFactorFeature(deps: Deps) {
  const issuer = async () => (await deps.business.get()).name
  const isHttps = deps.publicUrl.startsWith('https:')
  const answers = createPasskeyAnswers(deps)
  const passkeys = createPasskeys({ ...deps, answers, issuer })
  const secondFactor = createSecondFactor({ ...deps, issuer, passkeys: answers })
  return {
    name: 'second-factor',
    api: { ...secondFactor, passkeys: answers },
    endpoints: [
      serve(calls.confirmItIsYou, ({ user, body, request }) => secondFactor.answer(user, body, networkOrigin(request))),
      serve(calls.getSecondFactor, async ({ user }) => {
        const left = await countRecoveryCodes(deps.db, user.id)
        const working = (await passkeys.list(user)).filter(({ formerHost }) => formerHost === null)
        return { isOn: left !== undefined, recoveryCodesLeft: left ?? 0, passkeys: working.length }
      }),
      serve(calls.setUpSecondFactor, ({ user, body, request }) =>
        secondFactor.setUp(user, body.password, networkOrigin(request)),
      ),
      serve(calls.confirmSecondFactor, ({ user, body }) => secondFactor.confirm(user, body.code)),
      serve(calls.removeSecondFactor, ({ user, body }) => secondFactor.remove(user, body.code)),
      serve(passkeyCalls.listPasskeys, ({ user }) => passkeys.list(user)),
      serve(passkeyCalls.startPasskey, ({ user }) => passkeys.start(user)),
      serve(passkeyCalls.addPasskey, ({ user, body }) => passkeys.add(user, body)),
      serve(passkeyCalls.renamePasskey, ({ user, params, body }) => passkeys.rename(user, params.id, body.name)),
      serve(passkeyCalls.removePasskey, ({ user, params }) => passkeys.remove(user, params.id)),
      serve(passkeyCalls.startPasskeyConfirmation, ({ user }) => answers.startConfirmation(user)),
      serve(passkeyCalls.startPasskeySignIn, async ({ request, reply }) => {
        const { mark, origins } = identifyBrowser(request, isHttps)
        const options = await answers.startSignIn(origins)
        rememberBrowser(reply, mark, isHttps)
        return options
      }),
    ],
    sweeps: [
      {
        name: 'forget old passkey challenges',
        everyMs: HOUR_MS,
        run: () => forgetOldChallenges(deps.db, deps.clock.now()),
      },
    ],
    emails: secondFactorEmails,
    forgetSealed: forgetFactors,
  } satisfies Feature
}
