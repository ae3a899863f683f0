import { createHash } from 'node:crypto'
import type { login, NewAccount, resetPassword, Session } from '@arcadia/contract/accounts'
import type { Input } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { useLink, useUpLinks } from '../../http/links.ts'
import { revokeSession, type SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { askForLink, findLink, findLinkAndLock, takeLinkRequests } from './account-links.store.ts'
import {
  accountKey,
  chooseOrigin,
  linkRequestsOf,
  type Origins,
  resetMailsOf,
  signInMailsOf,
  signUpsOf,
  TOO_MANY_FROM_HERE,
  wrongPasswordsFrom,
} from './accounts.rules.ts'
import { changeUser, findUserByName, insertUser, pinAccount, replacePassword } from './accounts.store.ts'
import type { FairQueue } from './fair-queue.ts'
import { getUser } from './own-account.service.ts'
import { demandGoodPassword, hashPassword, verifyPassword } from './passwords.ts'
import type { SecondFactor } from './second-factor.service.ts'
import { signIn, signOutEverywhere } from './sessions.service.ts'
import { demandPatience, forgetFailures, listKnownOrigins, recordFailure } from './sign-in-guard.store.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits' | 'addressLimits'> {
  /** Where passwords are hashed. */
  inQueue: FairQueue
  passwordMinLength: number
  secondFactor: Pick<SecondFactor, 'check'>
}

/** Requests for a link that one round looks up. */
const LINKS_AT_ONCE = 50

export function createAccounts(deps: Deps) {
  const { db, clock, limits, addressLimits, inQueue } = deps

  /** A refusal is answered, not thrown, so that what it counted is kept. */
  async function tryLogin(
    tx: Db,
    now: Date,
    { usernameOrEmail, password, code }: Input<typeof login>['body'],
    origins: Origins,
  ): Promise<Session | AppError> {
    const user = await findUserByName(tx, usernameOrEmail)
    // The work is the same whether or not the account exists, so that the time it takes gives nothing away.
    const known = await listKnownOrigins(tx, now, user?.id ?? 0, origins)
    const guesses = {
      account: user ? accountKey(user.id) : keyOfNobody(usernameOrEmail),
      ...chooseOrigin(origins, known),
    }
    await demandPatience(tx, now, guesses)
    // The budget is spent before the password is checked, so that simultaneous guesses cannot slip past it.
    const budget = wrongPasswordsFrom(origins.network)
    if (!guesses.isKnown) await addressLimits.spend(budget, TOO_MANY_FROM_HERE)
    const isRight = await verifyPassword(user?.password_hash ?? null, password)
    if (isRight && !guesses.isKnown) await addressLimits.giveBack(budget)
    if (!user || !isRight) {
      await recordFailure(tx, now, guesses)
      return new AppError('invalid-login')
    }
    if (!user.is_active) return new AppError('account-deactivated')
    if (!(await pinAccount(tx, user))) return new AppError('invalid-login')
    const factor = await deps.secondFactor.check(tx, now, user.id, code)
    if (factor === 'missing') return new AppError('second-factor-required')
    if (factor === 'wrong') {
      await recordFailure(tx, now, guesses)
      return new AppError('wrong-code', { path: 'code' })
    }
    await forgetFailures(tx, guesses)
    return signIn(tx, now, user, origins)
  }

  return {
    /** Makes a USER, whatever was sent, signs it in and emails a link to confirm the address. */
    async register(account: NewAccount, origins: Origins): Promise<Session> {
      await addressLimits.spend(signUpsOf(origins.network))
      demandGoodPassword(deps, account.password, { ...account, role: 'USER' })
      const password_hash = await inQueue(origins.network, () => hashPassword(account.password))
      return inTransaction(db, clock, async (tx, now) => {
        const user = await insertUser(tx, now, {
          username: account.username,
          email: account.email,
          password_hash,
          first_name: account.firstName,
          last_name: account.lastName,
          phone_number: account.phoneNumber,
        })
        await enqueueMail(tx, now, { kind: 'confirm-email', to: user.email, params: { userId: user.id } })
        return signIn(tx, now, user, origins)
      })
    },

    /**
     * Ten wrong passwords or codes for an account from one origin in 15 minutes, or a hundred a day from all that never
     * signed in to it, end in 429. An origin that did sign in within 30 days (the browser, else the network) is counted
     * apart from them, and a password reset lifts everything. Besides, a network has 50 wrong passwords in 15 minutes,
     * whatever the names.
     */
    async login(credentials: Input<typeof login>['body'], origins: Origins): Promise<Session> {
      const outcome = await inQueue(origins.network, () =>
        inTransaction(db, clock, (tx, now) => tryLogin(tx, now, credentials, origins)),
      )
      if (outcome instanceof AppError) throw outcome
      return outcome
    },

    logout(caller: SignedIn): Promise<void> {
      return inTransaction(db, clock, (tx, now) => revokeSession(tx, now, caller.tokenHash))
    },

    /** This covers every device, the caller's too. */
    logoutEverywhere(caller: SignedIn): Promise<void> {
      return inTransaction(db, clock, (tx, now) => signOutEverywhere(tx, now, caller.id))
    },

    /**
     * Only writes down the request, so that the answer and its timing are the same whether or not there is an account.
     */
    async askForLink(request: Parameters<typeof askForLink>[2], origins: Origins): Promise<void> {
      const fromHere = linkRequestsOf(origins.network)
      if ((await addressLimits.count(fromHere)) <= fromHere.atMost) await askForLink(db, clock.now(), request)
    },

    /**
     * Emails a link to each active account one was asked for, unless it is over its limit. Admins sign in with a password and
     * a code only.
     */
    async answerLinkRequests(): Promise<void> {
      await inTransaction(db, clock, async (tx, now) => {
        for (const { email, purpose, selected_date } of await takeLinkRequests(tx, LINKS_AT_ONCE)) {
          const user = await findUserByName(tx, email)
          if (!user?.is_active) continue
          // Who is invited has the link of the invitation, and no other.
          if (user.role === 'ADMIN' && (purpose === 'SIGN_IN' || !user.password_hash)) continue
          const mails = purpose === 'SIGN_IN' ? signInMailsOf(user.id) : resetMailsOf(user.id)
          if ((await limits.count(mails)) > mails.atMost) continue
          const params = { userId: user.id }
          await enqueueMail(
            tx,
            now,
            purpose === 'SIGN_IN'
              ? { kind: 'sign-in-link', to: user.email, params: { ...params, selectedDate: selected_date } }
              : { kind: 'reset-password', to: user.email, params },
          )
        }
      })
    },

    /** Uses the link up, ends every session and lifts every lock-out. A refused password leaves the link as it was. */
    async resetPassword({ token, password }: Input<typeof resetPassword>['body'], network: string): Promise<void> {
      const link = await findLink(db, clock.now(), token, 'RESET_PASSWORD')
      if (!link || link.usedAt) throw new AppError('link-invalid')
      const user = await getUser(db, link.userId)
      demandGoodPassword(deps, password, user)
      const newHash = await inQueue(network, () => hashPassword(password))
      await inTransaction(db, clock, async (tx, now) => {
        // While the password was hashed the account may have got another address, which the link did not go to.
        const isGood = (await findLinkAndLock(tx, now, token, 'RESET_PASSWORD')) && (await useLink(tx, now, token))
        const isReplaced =
          isGood && (await replacePassword(tx, now, { id: user.id, oldHash: user.password_hash, newHash }))
        if (!isReplaced) throw new AppError('link-invalid')
        // Using the link proves that the address works, so it is confirmed as well.
        if (!user.email_confirmed_at) await changeUser(tx, now, user.id, { email_confirmed_at: now })
        await useUpLinks(tx, now, user.id, 'RESET_PASSWORD')
        await signOutEverywhere(tx, now, user.id)
        await forgetFailures(tx, { account: accountKey(user.id) })
      })
    },
  }
}

/** Guesses at an account that does not exist are counted by the name, of which only a digest is kept. */
function keyOfNobody(usernameOrEmail: string): string {
  return `nobody:${createHash('sha256').update(usernameOrEmail.toLowerCase()).digest('base64url')}`
}
