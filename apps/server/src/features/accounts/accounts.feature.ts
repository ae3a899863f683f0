import * as calls from '@arcadia/contract/accounts'
import * as adminCalls from '@arcadia/contract/admin/accounts'
import * as peopleCalls from '@arcadia/contract/admin/people'
import { askForSignInLink, openSignInLink, registerNewcomer, signInWithLink } from '@arcadia/contract/newcomers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { AppError } from '../../http/app-error.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { forgetOldLinks } from '../../http/links.ts'
import { forgetOldSessions } from '../../http/sessions.ts'
import type { Businesses } from '../business/business.service.ts'
import { accountEmails } from './accounts.emails.ts'
import type { Visitor } from './accounts.rules.ts'
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

/**
 * A password check ties up a core and a database connection; the rest are left for the site. In a flood of sign-ins, two
 * checks at once made holds three times as slow; one at a time, with rests, less than twice (R19).
 */
const CHECKS_AT_ONCE = 1
const QUEUED_CHECKS_PER_NETWORK = 32
const QUEUED_CHECKS_PER_LANE = 250

interface Deps
  extends Pick<Base, 'db' | 'clock' | 'encryption' | 'limits' | 'addressLimits' | 'limitsNetworks' | 'publicUrl'> {
  passwordMinLength: number
  business: Pick<Businesses, 'get'>
  smtpUrl: string | undefined
  withdrawCustomer: WithdrawCustomer
}

export function accountsFeature(deps: Deps) {
  const { db, clock } = deps
  const isHttps = deps.publicUrl.startsWith('https:')
  const inQueue = createFairQueue({
    atOnce: CHECKS_AT_ONCE,
    waitingPerOrigin: deps.limitsNetworks ? QUEUED_CHECKS_PER_NETWORK : Number.POSITIVE_INFINITY,
    waitingPerLane: QUEUED_CHECKS_PER_LANE,
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
  /** Sets the known-browser cookie after a sign-in. Logs every attempt: the user id if it succeeds, never a name. */
  const signingIn =
    <Call extends { request: FastifyRequest; reply: FastifyReply }, Session extends { user: { id: number } }>(
      signIn: (call: Call, origins: Visitor) => Promise<Session>,
    ) =>
    async (call: Call) => {
      const { log, id: reqId, routeOptions } = call.request
      const attempt = { reqId, path: routeOptions.url }
      const { mark, origins } = identifyBrowser(call.request, isHttps)
      const session = await signIn(call, origins).catch((error: unknown) => {
        log.info({ ...attempt, code: error instanceof AppError ? error.code : 'internal' }, 'sign-in refused')
        throw error
      })
      log.info({ ...attempt, userId: session.user.id }, 'signed in')
      rememberBrowser(call.reply, mark, isHttps)
      return session
    }
  return {
    name: 'accounts',
    api: own,
    endpoints: [
      serve(
        calls.register,
        signingIn(({ body }, origins) => accounts.register(body, origins)),
      ),
      serve(
        registerNewcomer,
        signingIn(({ body, key }, origins) => newcomers.register(body, key, origins)),
      ),
      serve(askForSignInLink, async ({ body, request }) => {
        const { origins } = identifyBrowser(request, isHttps)
        const selected_date = body.selectedDate ?? null
        await accounts.askForLink({ email: body.email, purpose: 'SIGN_IN', selected_date }, origins)
        return { message: 'If that address has an account, a link to sign in is on its way. It works for 15 minutes.' }
      }),
      serve(openSignInLink, ({ body }) => newcomers.openSignInLink(body.token)),
      serve(
        signInWithLink,
        signingIn(({ body }, origins) => newcomers.signInWithLink(body.token, origins)),
      ),
      serve(
        calls.login,
        signingIn(({ body }, origins) => accounts.login(body, origins)),
      ),
      serve(calls.logout, ({ user }) => accounts.logout(user)),
      serve(calls.logoutEverywhere, ({ user }) => accounts.logoutEverywhere(user)),
      serve(calls.closeAccount, ({ user, body, request }) => own.close(user, body.password, networkOrigin(request))),
      serve(calls.testSession, ({ user }) => `Signed in as ${user.username}`),
      serve(calls.getMe, ({ user }) => own.getMe(user)),
      serve(calls.updateMe, ({ user, body, request }) =>
        own.updateMe(user, body, identifyBrowser(request, isHttps).origins),
      ),
      serve(calls.cancelEmailChange, ({ user }) => own.cancelEmailChange(user)),
      serve(calls.changePassword, ({ user, body, request }) => own.changePassword(user, body, networkOrigin(request))),
      serve(adminCalls.confirmItIsYou, ({ user, body, request }) =>
        secondFactor.answer(user, body, networkOrigin(request)),
      ),
      serve(adminCalls.getSecondFactor, ({ user }) => secondFactor.get(user)),
      serve(adminCalls.setUpSecondFactor, ({ user, body, request }) =>
        secondFactor.setUp(user, body.password, networkOrigin(request)),
      ),
      serve(adminCalls.confirmSecondFactor, ({ user, body }) => secondFactor.confirm(user, body.code)),
      serve(adminCalls.removeSecondFactor, ({ user, body }) => secondFactor.remove(user, body.code)),
      serve(adminCalls.listUsers, ({ query }) => searchUsers(db, query)),
      serve(adminCalls.getUser, ({ params }) => getAdminUser(db, params.id)),
      serve(adminCalls.setUserStatus, ({ user, params, query }) =>
        setUserActive(deps, user.id, params.id, query.isActive),
      ),
      serve(peopleCalls.listPeople, () => people.list()),
      serve(peopleCalls.invitePerson, ({ user, body }) => people.invite(user, body)),
      serve(peopleCalls.sendInvitationAgain, ({ user, params }) => people.inviteAgain(user, params.id)),
      serve(peopleCalls.withdrawInvitation, ({ user, params }) => people.withdraw(user, params.id)),
      serve(peopleCalls.forgetPerson, ({ user, params }) => people.forget(user, params.id)),
      serve(peopleCalls.setPosition, ({ user, params, body }) => people.setPosition(user, params.id, body.position)),
      serve(peopleCalls.setRefundLimit, ({ user, body }) => people.setRefundLimit(user, body.refundLimit)),
      serve(peopleCalls.openInvitation, ({ body, request }) => people.open(body.token, networkOrigin(request))),
      serve(
        peopleCalls.acceptInvitation,
        signingIn(({ body }, origins) => people.accept(body, origins)),
      ),
      serve(calls.forgotPassword, async ({ body, request }) => {
        const { origins } = identifyBrowser(request, isHttps)
        await accounts.askForLink({ email: body.email, purpose: 'RESET_PASSWORD', selected_date: null }, origins)
        return { message: 'If that address has an account, a link to set a new password is on its way.' }
      }),
      serve(calls.resetPassword, async ({ body, request, reply }) => {
        const { mark, origins } = identifyBrowser(request, isHttps)
        await accounts.resetPassword(body, origins)
        rememberBrowser(reply, mark, isHttps)
        return { message: 'Your password is changed. Sign in with the new one.' }
      }),
      serve(calls.openConfirmation, ({ body, request }) =>
        own.openConfirmation(body.token, identifyBrowser(request, isHttps).origins),
      ),
      serve(calls.confirmEmail, async ({ body, request }) => ({
        message: await own.confirmEmail(body, identifyBrowser(request, isHttps).origins),
      })),
      serve(calls.resendConfirmation, async ({ user }) => {
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
