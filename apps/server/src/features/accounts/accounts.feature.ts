import {
  cancelEmailChange,
  changePassword,
  closeAccount,
  confirmEmail,
  forgotPassword,
  getMe,
  login,
  logout,
  logoutEverywhere,
  register,
  resendConfirmation,
  resetPassword,
  testSession,
  updateMe,
} from '@arcadia/contract/accounts'
import {
  confirmSecondFactor,
  getSecondFactor,
  getUser,
  listUsers,
  removeSecondFactor,
  setUpSecondFactor,
  setUserStatus,
} from '@arcadia/contract/admin/accounts'
import {
  acceptInvitation,
  forgetPerson,
  invitePerson,
  listPeople,
  openInvitation,
  sendInvitationAgain,
  setPosition,
  setRefundLimit,
  withdrawInvitation,
} from '@arcadia/contract/admin/people'
import { askForSignInLink, registerNewcomer, signInWithLink } from '@arcadia/contract/newcomers'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { forgetOldLinks } from '../../http/links.ts'
import { forgetOldSessions } from '../../http/sessions.ts'
import type { Businesses } from '../business/business.service.ts'
import { accountEmails } from './accounts.emails.ts'
import { createAccounts } from './accounts.service.ts'
import { createFairQueue } from './fair-queue.ts'
import { identifyBrowser, networkOrigin, rememberBrowser } from './known-browser.ts'
import type { WithdrawCustomer } from './lock-account.service.ts'
import { createNewcomers } from './newcomers.service.ts'
import { createOwnAccounts } from './own-account.service.ts'
import { createPeople } from './people.service.ts'
import { createSecondFactor } from './second-factor.service.ts'
import { createSessionGuard } from './session-guard.ts'
import { forgetOldSignIns } from './sign-in-guard.store.ts'
import { setUserActive } from './users.service.ts'
import { getAdminUser, searchUsers } from './users.store.ts'

const HOUR_MS = 3_600_000
/** Checking a password takes a core and a database connection for a while; the rest are left for the site. */
const CHECKS_AT_ONCE = 2
const CHECKS_WAITING_OF_A_NETWORK = 32
const CHECKS_WAITING = 250

interface Deps
  extends Pick<Base, 'db' | 'clock' | 'encryption' | 'limits' | 'addressLimits' | 'limitsNetworks' | 'publicUrl'> {
  passwordMinLength: number
  business: Pick<Businesses, 'get'>
  smtpUrl: string | undefined
  withdrawCustomer: WithdrawCustomer
}

export function accountsFeature(deps: Deps) {
  const { db, clock } = deps
  const inQueue = createFairQueue({
    atOnce: CHECKS_AT_ONCE,
    waitingOfAnOrigin: deps.limitsNetworks ? CHECKS_WAITING_OF_A_NETWORK : Number.POSITIVE_INFINITY,
    waiting: CHECKS_WAITING,
  })
  const sessionGuard = createSessionGuard({ ...deps, inQueue })
  const secondFactor = createSecondFactor({
    ...deps,
    sessionGuard,
    issuer: async () => (await deps.business.get()).name,
  })
  const accounts = createAccounts({ ...deps, inQueue, secondFactor })
  const own = createOwnAccounts({ ...deps, sessionGuard })
  const newcomers = createNewcomers(deps)
  const people = createPeople({ ...deps, inQueue })
  const isHttps = deps.publicUrl.startsWith('https:')
  return {
    name: 'accounts',
    api: own,
    endpoints: [
      serve(register, async ({ body, request, reply }) => {
        const { mark, origins } = identifyBrowser(request)
        const session = await accounts.register(body, origins)
        rememberBrowser(reply, mark, isHttps)
        return session
      }),
      serve(registerNewcomer, async ({ body, request, reply }) => {
        const { mark, origins } = identifyBrowser(request)
        const session = await newcomers.register(body, idempotencyKeyOf(request), origins)
        rememberBrowser(reply, mark, isHttps)
        return session
      }),
      serve(askForSignInLink, async ({ body, request }) => {
        const { origins } = identifyBrowser(request)
        const selected_date = body.selectedDate ?? null
        await accounts.askForLink({ email: body.email, purpose: 'SIGN_IN', selected_date }, origins)
        return { message: 'If that address has an account, a link to sign in is on its way. It works for 15 minutes.' }
      }),
      serve(signInWithLink, async ({ body, request, reply }) => {
        const { mark, origins } = identifyBrowser(request)
        const session = await newcomers.signInWithLink(body.token, origins)
        rememberBrowser(reply, mark, isHttps)
        return session
      }),
      serve(login, async ({ body, request, reply }) => {
        const { mark, origins } = identifyBrowser(request)
        const session = await accounts.login(body, origins)
        rememberBrowser(reply, mark, isHttps)
        return session
      }),
      serve(logout, async ({ user }) => void (await accounts.logout(user))),
      serve(logoutEverywhere, async ({ user }) => void (await accounts.logoutEverywhere(user))),
      serve(
        closeAccount,
        async ({ user, body, request }) => void (await own.close(user, body.password, networkOrigin(request))),
      ),
      serve(testSession, ({ user }) => `Signed in as ${user.username}`),
      serve(getMe, ({ user }) => own.getMe(user)),
      serve(updateMe, ({ user, body, request }) => own.updateMe(user, body, networkOrigin(request))),
      serve(cancelEmailChange, ({ user }) => own.cancelEmailChange(user)),
      serve(changePassword, ({ user, body, request }) => own.changePassword(user, body, networkOrigin(request))),
      serve(getSecondFactor, ({ user }) => secondFactor.get(user)),
      serve(setUpSecondFactor, ({ user, body, request }) =>
        secondFactor.setUp(user, body.password, networkOrigin(request)),
      ),
      serve(confirmSecondFactor, ({ user, body }) => secondFactor.confirm(user, body.code)),
      serve(removeSecondFactor, async ({ user, body }) => void (await secondFactor.remove(user, body.code))),
      serve(listUsers, ({ query }) => searchUsers(db, query)),
      serve(getUser, ({ params }) => getAdminUser(db, params.id)),
      serve(setUserStatus, ({ user, params, query }) => setUserActive(deps, user.id, params.id, query.isActive)),
      serve(listPeople, () => people.list()),
      serve(invitePerson, ({ user, body }) => people.invite(user, body)),
      serve(sendInvitationAgain, ({ user, params }) => people.inviteAgain(user, params.id)),
      serve(withdrawInvitation, async ({ user, params }) => void (await people.withdraw(user, params.id))),
      serve(forgetPerson, async ({ user, params }) => void (await people.forget(user, params.id))),
      serve(setPosition, ({ user, params, body }) => people.setPosition(user, params.id, body.position)),
      serve(setRefundLimit, ({ user, body }) => people.setRefundLimit(user, body.refundLimit)),
      serve(openInvitation, ({ body, request }) => people.open(body.token, networkOrigin(request))),
      serve(acceptInvitation, async ({ body, request, reply }) => {
        const { mark, origins } = identifyBrowser(request)
        const session = await people.accept(body, origins)
        rememberBrowser(reply, mark, isHttps)
        return session
      }),
      serve(forgotPassword, async ({ body, request }) => {
        const { origins } = identifyBrowser(request)
        await accounts.askForLink({ email: body.email, purpose: 'RESET_PASSWORD', selected_date: null }, origins)
        return { message: 'If that address has an account, a link to set a new password is on its way.' }
      }),
      serve(resetPassword, async ({ body, request }) => {
        await accounts.resetPassword(body, networkOrigin(request))
        return { message: 'Your password is changed. Sign in with the new one.' }
      }),
      serve(confirmEmail, async ({ body }) => {
        await own.confirmEmail(body.token)
        return { message: 'Your email address is confirmed.' }
      }),
      serve(resendConfirmation, async ({ user }) => {
        const isSent = await own.resendConfirmation(user)
        return { message: isSent ? 'A new link is on its way.' : 'Your email address is already confirmed.' }
      }),
    ],
    emails: accountEmails,
    sweeps: [
      { name: 'link requests', everyMs: 1000, run: () => accounts.answerLinkRequests() },
      { name: 'forget old sign-ins', everyMs: HOUR_MS, run: () => forgetOldSignIns(db, clock.now()) },
      { name: 'forget old links', everyMs: HOUR_MS, run: () => forgetOldLinks(db, clock.now()) },
      { name: 'forget old sessions', everyMs: HOUR_MS, run: () => forgetOldSessions(db, clock.now()) },
    ],
  } satisfies Feature
}
