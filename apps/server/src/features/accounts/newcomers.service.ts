import type { Session } from '@arcadia/contract/accounts'
import type { Output } from '@arcadia/contract/endpoint'
import type { Newcomer, openSignInLink } from '@arcadia/contract/newcomers'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { endLinks, makeLink, markLinkUsed } from '../../http/links.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findLink, findLinkAndLock } from './account-links.store.ts'
import { type Origins, SIGN_UP_AGAIN_MS, signUpsOf, type Visitor } from './accounts.rules.ts'
import { changeUser, findUser, takeBackAccount, type UserRow } from './accounts.store.ts'
import { makeUser } from './make-user.service.ts'
import { signIn, signOutAfterCheckout } from './sessions.service.ts'
import { isKnownBrowser } from './sign-in-guard.store.ts'

/** The key signs in to the account for 15 minutes, so it must not be guessable. */
const KEY_MIN_LENGTH = 32

/** Customers who book without a password and come back with an emailed sign-in link (docs/rules.md §4.12). */
export function createNewcomers({ db, clock, addressLimits }: Pick<Base, 'db' | 'clock' | 'addressLimits'>) {
  return {
    /**
     * Creates a USER without a password, signs in and emails a link to set one. A retry with the same key signs in to the
     * same account.
     * @throws AppError `email-taken`, `invalid-input` for a guessable key
     */
    async register(person: Newcomer, key: string | undefined, origins: Visitor): Promise<Session> {
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

    /** @throws AppError `link-invalid` */
    async openSignInLink(token: string): Promise<Output<typeof openSignInLink>> {
      const link = await findLink(db, clock.now(), token, 'SIGN_IN')
      if (!link || link.usedAt) throw new AppError('link-invalid')
      return { email: link.email, selectedDate: link.selectedDate }
    },

    /**
     * Signs in with an emailed link, once, and confirms the address. On an unconfirmed account, and on another device than the
     * one that signed up, this ends every way a stranger who registered the address could sign in.
     * @throws AppError `link-invalid`
     */
    async signInWithLink(token: string, origins: Origins): Promise<Session> {
      return inTransaction(db, clock, async (tx, now) => {
        const link = await findLinkAndLock(tx, now, token, 'SIGN_IN')
        const isFirst = link && (await markLinkUsed(tx, now, token))
        const user = isFirst ? await findUser(tx, link.userId) : undefined
        if (user?.role !== 'USER') throw new AppError('link-invalid')
        await endLinks(tx, now, user.id, 'SIGN_IN')
        if (user.email_confirmed_at) return signIn(tx, now, user, origins)
        const confirmed = { email_confirmed_at: now }
        if (await isKnownBrowser(tx, now, user.id, origins))
          return signIn(tx, now, await changeUser(tx, now, user.id, confirmed), origins)
        await takeBackAccount(tx, now, user.id, confirmed)
        await signOutAfterCheckout(tx, now, user.id)
        return signIn(tx, now, { ...user, ...confirmed, password_hash: null, pending_email: null }, origins)
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
