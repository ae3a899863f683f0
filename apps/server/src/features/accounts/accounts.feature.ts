import * as calls from '@arcadia/contract/accounts'
import * as adminCalls from '@arcadia/contract/admin/accounts'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { forgetOldLinks } from '../../http/links.ts'
import { forgetOldSessions, type SignedIn } from '../../http/sessions.ts'
import { accountEmails } from './accounts.emails.ts'
import { getUser, toUser, type WithdrawCustomer } from './accounts.writes.ts'
import { createConfirmEmail } from './confirm-email.service.ts'
import { createFairQueue } from './fair-queue.ts'
import { identifyBrowser, networkOrigin } from './known-browser.ts'
import { createOwnAccounts } from './own-account.service.ts'
import { createSessionGuard } from './session-guard.ts'
import { forgetOldSignIns } from './sign-in-guard.writes.ts'
import { createUsers } from './users.service.ts'
import { getAdminUser, searchUsers } from './users.store.ts'

/**
 * A password check ties up a core and a database connection; the rest are left for the site. In a flood of sign-ins, two
 * checks at once made holds three times as slow; one at a time, with rests, less than twice (R19).
 */
const CHECKS_AT_ONCE = 1
const QUEUED_CHECKS_PER_NETWORK = 32
const QUEUED_CHECKS_PER_LANE = 250

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits' | 'limitsNetworks' | 'publicUrl' | 'smtpUrl'> {
  passwordMinLength: number
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
  const own = createOwnAccounts({ ...deps, sessionGuard })
  const confirming = createConfirmEmail({ ...deps, sessionGuard })
  const users = createUsers(deps)
  const getMe = async (caller: SignedIn) => toUser(await getUser(db, caller.id))
  return {
    name: 'accounts',
    api: {
      getMe,
      sessionGuard,
      /** Password hashing runs in this queue. */
      inQueue,
    },
    endpoints: [
      serve(calls.testSession, ({ user }) => `Signed in as ${user.username}`),
      serve(calls.getMe, ({ user }) => getMe(user)),
      serve(calls.updateMe, ({ user, form, request }) =>
        own.updateMe(user, form, identifyBrowser(request, isHttps).origins),
      ),
      serve(calls.cancelEmailChange, ({ user }) => confirming.cancelEmailChange(user)),
      serve(calls.changePassword, ({ user, body, request }) =>
        own.changePassword(user, body, identifyBrowser(request, isHttps).origins),
      ),
      serve(calls.closeAccount, ({ user, body, request }) => own.close(user, body.password, networkOrigin(request))),
      serve(calls.openConfirmation, ({ body, request }) =>
        confirming.openConfirmation(body.token, identifyBrowser(request, isHttps).origins),
      ),
      serve(calls.confirmEmail, async ({ body, request }) => ({
        message: await confirming.confirmEmail(body, identifyBrowser(request, isHttps).origins),
      })),
      serve(calls.resendConfirmation, async ({ user }) => {
        const isSent = await confirming.resendConfirmation(user)
        return { message: isSent ? 'A new link is on its way.' : 'Your email address is already confirmed.' }
      }),
      serve(adminCalls.listUsers, ({ query }) => searchUsers(db, query)),
      serve(adminCalls.getUser, ({ params }) => getAdminUser(db, params.id)),
      serve(adminCalls.setUserStatus, ({ user, params, query }) => users.setActive(user.id, params.id, query.isActive)),
    ],
    emails: accountEmails,
    sweeps: [
      { name: 'forget old sign-ins', everyMs: HOUR_MS, run: () => forgetOldSignIns(db, clock.now()) },
      { name: 'forget old links', everyMs: HOUR_MS, run: () => forgetOldLinks(db, clock.now()) },
      { name: 'forget old sessions', everyMs: HOUR_MS, run: () => forgetOldSessions(db, clock.now()) },
    ],
  } satisfies Feature
}
