import type { openPasswordReset, resetPassword, Session } from '@arcadia/contract/accounts'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { openSignInLink } from '@arcadia/contract/newcomers'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endLinks, markLinkUsed } from '../../http/links.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { askForLink, findLink, findLinkAndLock, takeLinkRequests } from '../accounts/account-links.writes.ts'
import {
  accountKey,
  linkRequestsOf,
  type Origins,
  resetMailsOf,
  signInMailsOf,
  type Visitor,
} from '../accounts/accounts.rules.ts'
import {
  changeUser,
  findUser,
  findUserByName,
  getUser,
  replacePassword,
  takeBackAccount,
  tellPasswordChanged,
  type UserRow,
} from '../accounts/accounts.writes.ts'
import type { FairQueue } from '../accounts/fair-queue.ts'
import { demandGoodPassword, hashPassword } from '../accounts/passwords.ts'
import { signIn, signOutAfterCheckout } from '../accounts/sessions.writes.ts'
import { forgetFailures, isKnownBrowser, rememberOrigins } from '../accounts/sign-in-guard.writes.ts'

/** Link requests handled per sweep. */
const LINKS_AT_ONCE = 50

/** Emailed links that sign in or set a new password. */
export function createLinks({
  db,
  clock,
  limits,
  addressLimits,
}: Pick<Base, 'db' | 'clock' | 'limits' | 'addressLimits'>) {
  return {
    /** Only stores the request, so the response and its timing don't reveal whether the account exists. */
    async ask(request: Parameters<typeof askForLink>[2], origins: Origins): Promise<void> {
      if (await addressLimits.take(linkRequestsOf(origins.network))) await askForLink(db, clock.now(), request)
    },

    /**
     * Emails the requested links to active accounts that are within their limits. Admins get no sign-in links: they need a
     * password and a code.
     */
    async answerRequests(): Promise<void> {
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

    /** @throws AppError `link-invalid` */
    async open(token: string): Promise<Output<typeof openSignInLink>> {
      const link = await findLink(db, clock.now(), token, 'SIGN_IN')
      if (!link || link.usedAt) throw new AppError('link-invalid')
      return { email: link.email, selectedDate: link.selectedDate }
    },

    /**
     * Signs in with an emailed link, once, and confirms the address. On an unconfirmed account, and on another device than the
     * one that signed up, this ends every way a stranger who registered the address could sign in.
     * @throws AppError `link-invalid`
     */
    async signIn(token: string, origins: Origins): Promise<Session> {
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

const CHANGED = 'Your password is changed.'

interface ResetDeps extends Pick<Base, 'db' | 'clock'> {
  /** Password hashing runs in this queue. */
  inQueue: FairQueue
  passwordMinLength: number
}

export function createPasswordReset(deps: ResetDeps) {
  const { db, clock, inQueue } = deps

  /** @throws AppError `link-invalid` */
  async function getOwner(token: string): Promise<UserRow> {
    const link = await findLink(db, clock.now(), token, 'RESET_PASSWORD')
    if (!link || link.usedAt) throw new AppError('link-invalid')
    return getUser(db, link.userId)
  }

  return {
    /** @throws AppError `link-invalid` */
    async open(token: string): Promise<Output<typeof openPasswordReset>> {
      const { username, email, password_hash } = await getOwner(token)
      return { username, email, hasPassword: password_hash !== null }
    },

    /**
     * Uses the link, ends all sessions, lifts lockouts and signs a customer in (docs/rules.md §4.23). A refused password leaves
     * the link usable. The link proves who it is, so neither it nor the sign-in that follows waits behind strangers.
     * @throws AppError `link-invalid`, `password-refused`
     */
    async reset(
      { token, password }: Input<typeof resetPassword>['body'],
      origins: Visitor,
    ): Promise<Output<typeof resetPassword>> {
      const user = await getOwner(token)
      demandGoodPassword(deps, password, user)
      const lane = user.position ? 'staff' : 'known'
      const newHash = await inQueue({ lane, origin: origins.network }, () => hashPassword(password))
      return inTransaction(db, clock, async (tx, now) => {
        // The account's address may have changed while the password was hashed; the link did not go to the new one.
        const isGood = (await findLinkAndLock(tx, now, token, 'RESET_PASSWORD')) && (await markLinkUsed(tx, now, token))
        const isReplaced =
          isGood && (await replacePassword(tx, now, { id: user.id, oldHash: user.password_hash, newHash }))
        if (!isReplaced) throw new AppError('link-invalid')
        // Using the link proves the address works, so confirm it.
        const changed = await changeUser(tx, now, user.id, { email_confirmed_at: user.email_confirmed_at ?? now })
        // Whoever signed up may be at checkout on another device; on a confirmed account it may be a thief.
        await (user.email_confirmed_at ? endWaysIn : signOutAfterCheckout)(tx, now, user.id)
        await endLinks(tx, now, user.id, 'RESET_PASSWORD')
        if (user.password_hash) await tellPasswordChanged(tx, now, user, origins.device)
        await forgetFailures(tx, { account: accountKey(user.id) })
        if (changed.role === 'USER') return { message: CHANGED, session: await signIn(tx, now, changed, origins) }
        await rememberOrigins(tx, now, user.id, origins)
        return { message: `${CHANGED} Sign in with the new one.`, session: null }
      })
    },
  }
}
