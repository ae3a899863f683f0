import type { NewAccount, Session } from '@arcadia/contract/accounts'
import type { Newcomer } from '@arcadia/contract/newcomers'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { makeLink } from '../../http/links.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findLinkAndLock } from '../accounts/account-links.writes.ts'
import { SIGN_UP_AGAIN_MS, signUpsOf, type Visitor } from '../accounts/accounts.rules.ts'
import { findUser, insertUser, type UserRow } from '../accounts/accounts.writes.ts'
import { makeUser } from '../accounts/customers.writes.ts'
import type { FairQueue } from '../accounts/fair-queue.ts'
import { demandGoodPassword, hashPassword } from '../accounts/passwords.ts'
import { signIn } from '../accounts/sessions.writes.ts'

/** The key signs in to the account for 15 minutes, so it must not be guessable. */
const KEY_MIN_LENGTH = 32

interface Deps extends Pick<Base, 'db' | 'clock' | 'addressLimits'> {
  /** Password hashing runs in this queue. */
  inQueue: FairQueue
  passwordMinLength: number
}

/** New accounts: with a password, or of newcomers who book without one (docs/rules.md §4.12). */
export function createSignUp(deps: Deps) {
  const { db, clock, addressLimits, inQueue } = deps
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
     * Creates a USER without a password, signs in and emails a link to set one. A retry with the same key signs in to the
     * same account.
     * @throws AppError `email-taken`, `invalid-input` for a guessable key
     */
    async registerNewcomer(person: Newcomer, key: string | undefined, origins: Visitor): Promise<Session> {
      if (key && key.length < KEY_MIN_LENGTH)
        throw new AppError('invalid-input', {
          message: `The Idempotency-Key of a new account is ${KEY_MIN_LENGTH} random characters.`,
        })
      await addressLimits.spend(signUpsOf(origins.network))
      // The token depends on both the key and the address.
      const token = key && `${key} ${person.email.toLowerCase()}`
      return inTransaction(db, clock, async (tx, now) => {
        const made = await makeUser(tx, now, person, origins.device)
        if (!made) {
          const again = token && (await findEarlierTry(tx, now, token))
          if (again) return signIn(tx, now, again, origins)
          throw new AppError('email-taken', { path: 'email' })
        }
        const userId = made.id
        if (token)
          await makeLink(tx, now, {
            userId,
            email: made.email,
            purpose: 'SIGN_UP_AGAIN',
            lifetimeMs: SIGN_UP_AGAIN_MS,
            token,
            // This key already made an account, which has since changed its address.
          }).catch(refuseTaken('links_pkey', 'email-taken', { path: 'email' }))
        await enqueueMail(tx, now, { kind: 'newcomer', to: made.email, params: { userId } })
        return signIn(tx, now, made, origins)
      })
    },
  }
}

/** The account an earlier try with the same key made, if it is still unconfirmed and has no password. */
async function findEarlierTry(tx: Db, now: Date, token: string): Promise<UserRow | undefined> {
  const link = await findLinkAndLock(tx, now, token, 'SIGN_UP_AGAIN')
  const user = link && !link.usedAt ? await findUser(tx, link.userId) : undefined
  return user && user.password_hash === null && !user.email_confirmed_at ? user : undefined
}
