import { createHash } from 'node:crypto'
import type { login, Session } from '@arcadia/contract/accounts'
import type { signInWithPasskey } from '@arcadia/contract/admin/passkeys'
import type { Input } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import {
  accountKey,
  chooseOrigin,
  type Origins,
  TOO_MANY_FROM_HERE,
  wrongPasswordsFrom,
} from '../accounts/accounts.rules.ts'
import { findUser, findUserByName, pinAccount } from '../accounts/accounts.writes.ts'
import { createFairQueue, type FairQueue, type Place } from '../accounts/fair-queue.ts'
import { verifyPassword } from '../accounts/passwords.ts'
import { signIn } from '../accounts/sessions.writes.ts'
import {
  demandPatience,
  forgetFailures,
  listKnownOrigins,
  lockGuesses,
  recordFailure,
} from '../accounts/sign-in-guard.writes.ts'
import type { PasskeyAnswers } from '../second-factor/passkey-answers.service.ts'
import type { SecondFactor } from '../second-factor/second-factor.service.ts'
import { createSlowRefusals } from './slow-refusals.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'addressLimits'> {
  /** Password hashing runs in this queue. */
  inQueue: FairQueue
  secondFactor: Pick<SecondFactor, 'check'> & { passkeys: Pick<PasskeyAnswers, 'signer'> }
}

export function createSignIn(deps: Deps) {
  const { db, clock, addressLimits, inQueue } = deps
  const slowDown = createSlowRefusals()
  /** Looks at who comes take turns as well, and use one connection to the database. */
  const inLooks = createFairQueue({ atOnce: 1, waitingPerOrigin: 64, waitingPerLane: 2000 })
  const tries = createTries(addressLimits)

  /**
   * The place of a sign-in in the queue; one that will be refused anyway gets none. Only a browser that may be known, or a
   * network without tries left, is looked up: a crowd of strangers costs the database nothing here. `tryLogin` decides again,
   * under locks.
   */
  async function findPlace(usernameOrEmail: string, origins: Origins): Promise<Place> {
    const now = clock.now()
    const place = { lane: 'strangers', origin: origins.network } as const
    if (tries.mayBeLeft(now, origins.network) && !origins.isMarked) return place
    return inLooks(place, async () => {
      const { user, guesses } = await sizeUp(db, now, usernameOrEmail, origins)
      if (!guesses.isKnown) await addressLimits.demandSome(wrongPasswordsFrom(origins.network), TOO_MANY_FROM_HERE)
      await demandPatience(db, now, guesses)
      return { ...place, lane: !guesses.isKnown ? 'strangers' : user?.position ? 'staff' : 'known' }
    })
  }

  /** Returns a refusal instead of throwing it, so the failure count commits. */
  async function tryLogin(
    tx: Db,
    now: Date,
    { usernameOrEmail, password, code, device }: Input<typeof login>['body'],
    origins: Origins,
  ): Promise<Session | AppError> {
    const { user, guesses } = await sizeUp(tx, now, usernameOrEmail, origins)
    await lockGuesses(tx, guesses)
    await demandPatience(tx, now, guesses)
    // Spend the budget before checking the password, so simultaneous guesses can't slip past it.
    if (!guesses.isKnown) await tries.spend(now, origins.network)
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
    return signIn(tx, now, user, origins, device)
  }

  return {
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

    /** A passkey stands for password and code, and ends no count of wrong ones. @throws AppError `passkey-refused` */
    async loginWithPasskey(
      { passkey, device }: Input<typeof signInWithPasskey>['body'],
      origins: Origins,
    ): Promise<Session> {
      const id = await deps.secondFactor.passkeys.signer(passkey, origins)
      return inTransaction(db, clock, async (tx, now) => {
        const user = await findUser(tx, id)
        if (!user?.position) throw new AppError('passkey-refused')
        if (!user.is_active) throw new AppError('account-deactivated')
        if (!(await pinAccount(tx, user))) throw new AppError('passkey-refused')
        return signIn(tx, now, user, origins, device)
      })
    },
  }
}

/** Networks without tries that a process remembers. */
const MOST_REMEMBERED = 10_000

/** The wrong passwords that a network has left. */
function createTries(addressLimits: RateLimits) {
  /** When this process last saw a network without one, until when. */
  const withoutUntil = new Map<string, number>()
  return {
    mayBeLeft: (now: Date, network: string) => now.getTime() >= (withoutUntil.get(network) ?? 0),

    /** Spends one of the network's wrong passwords. @throws AppError `too-many-requests` */
    async spend(now: Date, network: string): Promise<void> {
      await addressLimits.spend(wrongPasswordsFrom(network), TOO_MANY_FROM_HERE).catch((error: unknown) => {
        const waitMs = 1000 * (error instanceof AppError ? (error.retryAfterSeconds ?? 0) : 0)
        if (withoutUntil.size >= MOST_REMEMBERED) withoutUntil.clear()
        withoutUntil.set(network, now.getTime() + waitMs)
        throw error
      })
    },
  }
}

/** The account that is meant, and how its wrong passwords from here are counted. */
async function sizeUp(on: Db, now: Date, usernameOrEmail: string, origins: Origins) {
  const user = await findUserByName(on, usernameOrEmail)
  // Same work whether or not the account exists, so timing reveals nothing.
  const known = await listKnownOrigins(on, now, user?.id ?? 0, origins)
  const account = user ? accountKey(user.id) : unknownNameKey(usernameOrEmail)
  return { user, guesses: { account, ...chooseOrigin(origins, known) } }
}

/** Guesses at an unknown account are counted under a digest of the name. */
function unknownNameKey(usernameOrEmail: string): string {
  return `nobody:${createHash('sha256').update(usernameOrEmail.toLowerCase()).digest('base64url')}`
}
