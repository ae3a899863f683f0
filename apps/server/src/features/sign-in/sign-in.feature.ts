import * as calls from '@arcadia/contract/accounts'
import { endDevice, endOtherDevices, listDevices } from '@arcadia/contract/admin/devices'
import { signInWithPasskey } from '@arcadia/contract/admin/passkeys'
import { askForSignInLink, openSignInLink, registerNewcomer, signInWithLink } from '@arcadia/contract/newcomers'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import type { FairQueue } from '../accounts/fair-queue.ts'
import { identifyBrowser } from '../accounts/known-browser.ts'
import { createSigningIn } from '../accounts/signing-in.ts'
import type { PasskeyAnswers } from '../second-factor/passkey-answers.service.ts'
import type { SecondFactor } from '../second-factor/second-factor.service.ts'
import { createDevices, signOut } from './devices.service.ts'
import { createLinks, createPasswordReset } from './links.service.ts'
import { createSignIn } from './sign-in.service.ts'
import { createSignUp } from './sign-up.service.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits' | 'addressLimits' | 'publicUrl'> {
  inQueue: FairQueue
  passwordMinLength: number
  secondFactor: Pick<SecondFactor, 'check'> & { passkeys: Pick<PasskeyAnswers, 'signer'> }
}

/** Ways in and out: sign-up, password, emailed links. */
export function signInFeature(deps: Deps) {
  const { db, clock } = deps
  const isHttps = deps.publicUrl.startsWith('https:')
  const signingIn = createSigningIn(isHttps)
  const { login, loginWithPasskey } = createSignIn(deps)
  const signUp = createSignUp(deps)
  const links = createLinks(deps)
  const passwords = createPasswordReset(deps)
  const devices = createDevices(deps)
  return {
    name: 'sign-in',
    api: {},
    endpoints: [
      serve(
        calls.register,
        signingIn(({ body }, origins) => signUp.register(body, origins)),
      ),
      serve(
        registerNewcomer,
        signingIn(({ body, key }, origins) => signUp.registerNewcomer(body, key, origins)),
      ),
      serve(askForSignInLink, async ({ body, request }) => {
        const { origins } = identifyBrowser(request, isHttps)
        const selected_date = body.selectedDate ?? null
        await links.ask({ email: body.email, purpose: 'SIGN_IN', selected_date }, origins)
        return { message: 'If that address has an account, a link to sign in is on its way. It works for 15 minutes.' }
      }),
      serve(openSignInLink, ({ body }) => links.open(body.token)),
      serve(
        signInWithLink,
        signingIn(({ body }, origins) => links.signIn(body.token, origins)),
      ),
      serve(
        calls.login,
        signingIn(({ body }, origins) => login(body, origins)),
      ),
      serve(
        signInWithPasskey,
        signingIn(({ body }, origins) => loginWithPasskey(body, origins)),
      ),
      serve(calls.logout, ({ user }) => inTransaction(db, clock, (tx, now) => signOut(tx, now, user.tokenHash))),
      // Every device, including the caller's.
      serve(calls.logoutEverywhere, ({ user }) => inTransaction(db, clock, (tx, now) => endWaysIn(tx, now, user.id))),
      serve(listDevices, ({ user }) => devices.list(user)),
      serve(endDevice, ({ user, params }) => devices.end(user, params.id)),
      serve(endOtherDevices, ({ user }) => devices.endOthers(user)),
      serve(calls.forgotPassword, async ({ body, request }) => {
        const { origins } = identifyBrowser(request, isHttps)
        await links.ask({ email: body.email, purpose: 'RESET_PASSWORD', selected_date: null }, origins)
        return { message: 'If that address has an account, a link to set a new password is on its way.' }
      }),
      serve(calls.openPasswordReset, ({ body }) => passwords.open(body.token)),
      serve(
        calls.resetPassword,
        signingIn(({ body }, origins) => passwords.reset(body, origins)),
      ),
    ],
    sweeps: [{ name: 'link requests', everyMs: 1000, anyClock: true, run: () => links.answerRequests() }],
  } satisfies Feature
}
