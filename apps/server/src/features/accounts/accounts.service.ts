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
  /** Password hashing runs in this queue. */
  inQueue: FairQueue
  passwordMinLength: number
  secondFactor: Pick<SecondFactor, 'check'>
}

/** Link requests handled per sweep. */
const LINKS_AT_ONCE = 50

export function createAccounts(deps: Deps) {
  const { db, clock, limits, addressLimits, inQueue } = deps

  /** Returns a refusal instead of throwing it, so the failure count commits. */
  async function tryLogin(
    tx: Db,
    now: Date,
    { usernameOrEmail, password, code }: Input<typeof login>['body'],
    origins: Origins,
  ): Promise<Session | AppError> {
    const user = await findUserByName(tx, usernameOrEmail)
    // Same work whether or not the account exists, so timing reveals nothing.
    const known = await listKnownOrigins(tx, now, user?.id ?? 0, origins)
    const guesses = {
      account: user ? accountKey(user.id) : unknownNameKey(usernameOrEmail),
      ...chooseOrigin(origins, known),
    }
    await demandPatience(tx, now, guesses)
    // Spend the budget before checking the password, so simultaneous guesses can't slip past it.
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
    /** Creates a USER, whatever role was sent, signs in and emails a confirmation link. */
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
     * Returns 429 after ten wrong passwords or codes for an account from one origin in 15 minutes, or a hundred a day from
     * all unknown origins. An origin (browser, else network) that signed in within 30 days is counted separately, and a
     * password reset clears all counts. A network also gets 50 wrong passwords in 15 minutes, whatever the names.
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

    /** Signs out every device, including the caller's. */
    logoutEverywhere(caller: SignedIn): Promise<void> {
      return inTransaction(db, clock, (tx, now) => signOutEverywhere(tx, now, caller.id))
    },

    /** Only stores the request, so the response and its timing don't reveal whether the account exists. */
    async askForLink(request: Parameters<typeof askForLink>[2], origins: Origins): Promise<void> {
      const fromHere = linkRequestsOf(origins.network)
      if ((await addressLimits.count(fromHere)) <= fromHere.atMost) await askForLink(db, clock.now(), request)
    },

    /**
     * Emails the requested links to active accounts that are within their limits. Admins get no sign-in links: they need a
     * password and a code.
     */
    async answerLinkRequests(): Promise<void> {
      await inTransaction(db, clock, async (tx, now) => {
        for (const { email, purpose, selected_date } of await takeLinkRequests(tx, LINKS_AT_ONCE)) {
          const user = await findUserByName(tx, email)
          if (!user?.is_active) continue
          // An invited person uses the invitation link, and no other.
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

    /** Uses the link, ends all sessions and lifts lockouts. A refused password leaves the link usable. */
    async resetPassword({ token, password }: Input<typeof resetPassword>['body'], network: string): Promise<void> {
      const link = await findLink(db, clock.now(), token, 'RESET_PASSWORD')
      if (!link || link.usedAt) throw new AppError('link-invalid')
      const user = await getUser(db, link.userId)
      demandGoodPassword(deps, password, user)
      const newHash = await inQueue(network, () => hashPassword(password))
      await inTransaction(db, clock, async (tx, now) => {
        // The account's address may have changed while the password was hashed; the link did not go to the new one.
        const isGood = (await findLinkAndLock(tx, now, token, 'RESET_PASSWORD')) && (await useLink(tx, now, token))
        const isReplaced =
          isGood && (await replacePassword(tx, now, { id: user.id, oldHash: user.password_hash, newHash }))
        if (!isReplaced) throw new AppError('link-invalid')
        // Using the link proves the address works, so confirm it.
        if (!user.email_confirmed_at) await changeUser(tx, now, user.id, { email_confirmed_at: now })
        await useUpLinks(tx, now, user.id, 'RESET_PASSWORD')
        await signOutEverywhere(tx, now, user.id)
        await forgetFailures(tx, { account: accountKey(user.id) })
      })
    },
  }
}

/** Guesses at an unknown account are counted under a digest of the name. */
function unknownNameKey(usernameOrEmail: string): string {
  return `nobody:${createHash('sha256').update(usernameOrEmail.toLowerCase()).digest('base64url')}`
}
