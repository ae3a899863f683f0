import { createHash } from 'node:crypto'
import type { login, NewAccount, resetPassword, Session } from '@arcadia/contract/accounts'
import type { Input } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endLinks, markLinkUsed } from '../../http/links.ts'
import { revokeSession, type SignedIn } from '../../http/sessions.ts'
import { endWaysIn } from '../../http/ways-in.ts'
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
  type Visitor,
  wrongPasswordsFrom,
} from './accounts.rules.ts'
import { changeUser, findUserByName, insertUser, pinAccount, replacePassword } from './accounts.store.ts'
import { createFairQueue, type FairQueue, type Place } from './fair-queue.ts'
import { getUser } from './own-account.service.ts'
import { demandGoodPassword, hashPassword, verifyPassword } from './passwords.ts'
import type { SecondFactor } from './second-factor.service.ts'
import { signIn, signOutAfterCheckout } from './sessions.service.ts'
import {
  demandPatience,
  forgetFailures,
  listKnownOrigins,
  lockGuesses,
  recordFailure,
  rememberOrigins,
} from './sign-in-guard.store.ts'
import { createSlowRefusals } from './slow-refusals.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits' | 'addressLimits'> {
  /** Password hashing runs in this queue. */
  inQueue: FairQueue
  passwordMinLength: number
  secondFactor: Pick<SecondFactor, 'check'>
}

/** Networks without tries that a process remembers. */
const MOST_REMEMBERED = 10_000

/** Link requests handled per sweep. */
const LINKS_AT_ONCE = 50

export function createAccounts(deps: Deps) {
  const { db, clock, limits, addressLimits, inQueue } = deps
  const slowDown = createSlowRefusals()
  /** Looks at who comes take turns as well, and use one connection to the database. */
  const inLooks = createFairQueue({ atOnce: 1, waitingPerOrigin: 64, waitingPerLane: 2000 })
  /** When this process last saw a network without a wrong password left, until when. */
  const withoutTriesUntil = new Map<string, number>()

  /** The account that is meant, and how its wrong passwords from here are counted. */
  async function sizeUp(on: Db, now: Date, usernameOrEmail: string, origins: Origins) {
    const user = await findUserByName(on, usernameOrEmail)
    // Same work whether or not the account exists, so timing reveals nothing.
    const known = await listKnownOrigins(on, now, user?.id ?? 0, origins)
    const account = user ? accountKey(user.id) : unknownNameKey(usernameOrEmail)
    return { user, guesses: { account, ...chooseOrigin(origins, known) } }
  }

  /**
   * The place of a sign-in in the queue; one that will be refused anyway gets none. Only a browser that may be known, or a
   * network without tries left, is looked up: a crowd of strangers costs the database nothing here. `tryLogin` decides again,
   * under locks.
   */
  async function findPlace(usernameOrEmail: string, origins: Origins): Promise<Place> {
    const now = clock.now()
    const place = { lane: 'strangers', origin: origins.network } as const
    const hasTries = now.getTime() >= (withoutTriesUntil.get(origins.network) ?? 0)
    if (hasTries && !origins.isMarked) return place
    return inLooks(place, async () => {
      const { user, guesses } = await sizeUp(db, now, usernameOrEmail, origins)
      if (!guesses.isKnown) await addressLimits.demandSome(wrongPasswordsFrom(origins.network), TOO_MANY_FROM_HERE)
      await demandPatience(db, now, guesses)
      return { ...place, lane: !guesses.isKnown ? 'strangers' : user?.position ? 'staff' : 'known' }
    })
  }

  /** Spends one of the network's wrong passwords. @throws AppError `too-many-requests` */
  async function spendTry(now: Date, network: string): Promise<void> {
    await addressLimits.spend(wrongPasswordsFrom(network), TOO_MANY_FROM_HERE).catch((error: unknown) => {
      const waitMs = 1000 * (error instanceof AppError ? (error.retryAfterSeconds ?? 0) : 0)
      if (withoutTriesUntil.size >= MOST_REMEMBERED) withoutTriesUntil.clear()
      withoutTriesUntil.set(network, now.getTime() + waitMs)
      throw error
    })
  }

  /** Returns a refusal instead of throwing it, so the failure count commits. */
  async function tryLogin(
    tx: Db,
    now: Date,
    { usernameOrEmail, password, code }: Input<typeof login>['body'],
    origins: Origins,
  ): Promise<Session | AppError> {
    const { user, guesses } = await sizeUp(tx, now, usernameOrEmail, origins)
    await lockGuesses(tx, guesses)
    await demandPatience(tx, now, guesses)
    // Spend the budget before checking the password, so simultaneous guesses can't slip past it.
    if (!guesses.isKnown) await spendTry(now, origins.network)
    const isRight = await verifyPassword(user?.password_hash ?? null, password)
    if (isRight && !guesses.isKnown) await addressLimits.giveBack(wrongPasswordsFrom(origins.network))
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
    async register(account: NewAccount, origins: Visitor): Promise<Session> {
      await addressLimits.spend(signUpsOf(origins.network))
      demandGoodPassword(deps, account.password, { ...account, role: 'USER' })
      const password_hash = await inQueue({ lane: 'strangers', origin: origins.network }, () =>
        hashPassword(account.password),
      )
      return inTransaction(db, clock, async (tx, now) => {
        const user = await insertUser(tx, now, {
          username: account.username,
          email: account.email,
          password_hash,
          first_name: account.firstName,
          last_name: account.lastName,
          phone_number: account.phoneNumber,
          email_given_at: now,
          email_given_on: origins.device,
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
      try {
        const outcome = await inQueue(await findPlace(credentials.usernameOrEmail, origins), () =>
          inTransaction(db, clock, (tx, now) => tryLogin(tx, now, credentials, origins)),
        )
        if (outcome instanceof AppError) throw outcome
        return outcome
      } catch (error) {
        if (error instanceof AppError && error.code !== 'invalid-login') await slowDown()
        throw error
      }
    },

    logout(caller: SignedIn): Promise<void> {
      return inTransaction(db, clock, (tx, now) => revokeSession(tx, now, caller.tokenHash))
    },

    /** Signs out every device, including the caller's. */
    logoutEverywhere(caller: SignedIn): Promise<void> {
      return inTransaction(db, clock, (tx, now) => endWaysIn(tx, now, caller.id))
    },

    /** Only stores the request, so the response and its timing don't reveal whether the account exists. */
    async askForLink(request: Parameters<typeof askForLink>[2], origins: Origins): Promise<void> {
      if (await addressLimits.take(linkRequestsOf(origins.network))) await askForLink(db, clock.now(), request)
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
          if (!(await limits.take(purpose === 'SIGN_IN' ? signInMailsOf(user.id) : resetMailsOf(user.id)))) continue
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

    /**
     * Uses the link, ends all sessions and lifts lockouts. A refused password leaves the link usable. The link proves who it
     * is, so neither it nor the sign-in that follows waits behind strangers.
     */
    async resetPassword({ token, password }: Input<typeof resetPassword>['body'], origins: Origins): Promise<void> {
      const link = await findLink(db, clock.now(), token, 'RESET_PASSWORD')
      if (!link || link.usedAt) throw new AppError('link-invalid')
      const user = await getUser(db, link.userId)
      demandGoodPassword(deps, password, user)
      const lane = user.position ? 'staff' : 'known'
      const newHash = await inQueue({ lane, origin: origins.network }, () => hashPassword(password))
      await inTransaction(db, clock, async (tx, now) => {
        // The account's address may have changed while the password was hashed; the link did not go to the new one.
        const isGood = (await findLinkAndLock(tx, now, token, 'RESET_PASSWORD')) && (await markLinkUsed(tx, now, token))
        const isReplaced =
          isGood && (await replacePassword(tx, now, { id: user.id, oldHash: user.password_hash, newHash }))
        if (!isReplaced) throw new AppError('link-invalid')
        // Using the link proves the address works, so confirm it.
        if (!user.email_confirmed_at) await changeUser(tx, now, user.id, { email_confirmed_at: now })
        // Whoever signed up may be at checkout on another device; on a confirmed account it may be a thief.
        await (user.email_confirmed_at ? endWaysIn : signOutAfterCheckout)(tx, now, user.id)
        await endLinks(tx, now, user.id, 'RESET_PASSWORD')
        if (user.password_hash)
          await enqueueMail(tx, now, { kind: 'password-changed', to: user.email, params: { userId: user.id } })
        await forgetFailures(tx, { account: accountKey(user.id) })
        await rememberOrigins(tx, now, user.id, origins)
      })
    },
  }
}

/** Guesses at an unknown account are counted under a digest of the name. */
function unknownNameKey(usernameOrEmail: string): string {
  return `nobody:${createHash('sha256').update(usernameOrEmail.toLowerCase()).digest('base64url')}`
}
