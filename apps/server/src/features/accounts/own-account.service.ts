import type {
  changePassword,
  confirmEmail,
  openConfirmation,
  Session,
  User,
  updateMe,
} from '@arcadia/contract/accounts'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endLinks, markLinkUsed } from '../../http/links.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import { hashToken, isSessionOpen, openSession, type SignedIn } from '../../http/sessions.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { plainName } from '../../mail/letter.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues, recordChange } from '../audit-log/audit-log.writes.ts'
import { findLink, findLinkAndLock } from './account-links.store.ts'
import { confirmMailsOf, emailChangesOf, type Visitor } from './accounts.rules.ts'
import {
  changeUser,
  closeUser,
  findUser,
  isTakenEmail,
  replacePassword,
  takeBackAccount,
  toUser,
  type UserRow,
} from './accounts.store.ts'
import { lockActiveAccount, type WithdrawCustomer } from './lock-account.service.ts'
import { demandGoodPassword, hashPassword } from './passwords.ts'
import type { SessionGuard } from './session-guard.ts'
import { hasPaymentUnderWay, signOutAfterCheckout } from './sessions.service.ts'
import { isKnownBrowser } from './sign-in-guard.store.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits'> {
  sessionGuard: Pick<SessionGuard, 'withPassword'>
  passwordMinLength: number
  withdrawCustomer: WithdrawCustomer
}

/** Changes a signed-in person makes to their own account. */
export function createOwnAccounts(deps: Deps) {
  const { db, clock, limits, sessionGuard } = deps

  /** @throws AppError `link-invalid` */
  async function getConfirmation(now: Date, token: string) {
    const link = await findLink(db, now, token, 'CONFIRM_EMAIL')
    if (!link) throw new AppError('link-invalid')
    return { link, user: await getUser(db, link.userId) }
  }

  async function confirm(tx: Db, now: Date, token: string): Promise<string> {
    const link = await findLinkAndLock(tx, now, token, 'CONFIRM_EMAIL')
    const user = link && (await getUser(tx, link.userId))
    if (!link || !user || isDisowned(user, link)) throw new AppError('link-invalid')
    if (link.email !== user.email) await moveTo(tx, now, user, link.email)
    else if (!user.email_confirmed_at) await changeUser(tx, now, user.id, { email_confirmed_at: now })
    await markLinkUsed(tx, now, token)
    return CONFIRMED
  }

  /** The person who reads email at the address says that somebody else gave it. */
  async function disown(token: string): Promise<string> {
    return inTransaction(db, clock, async (tx, now) => {
      const link = await findLinkAndLock(tx, now, token, 'CONFIRM_EMAIL')
      if (!link) throw new AppError('link-invalid')
      const user = await getUser(tx, link.userId)
      if (isConfirmed(user, link.email)) throw new AppError('link-invalid')
      await markLinkUsed(tx, now, token)
      if (link.email !== user.email) {
        await changeUser(tx, now, user.id, { pending_email: null })
        return 'Thanks for telling us. Your address was not added to that account.'
      }
      await takeBackAccount(tx, now, user.id, {})
      await signOutAfterCheckout(tx, now, user.id)
      return 'Thanks for telling us. The sign-up is undone, and nobody can sign in with what was chosen there.'
    })
  }

  return {
    /**
     * Ends sign-in for good. Trips stay booked, and bookings keep their names until they are blanked.
     * @throws AppError `wrong-password`, `too-many-failures`, `payment-in-progress`
     */
    async close(caller: SignedIn, password: string, network: string): Promise<void> {
      await sessionGuard.withPassword(caller, { password, path: 'password', network }, async (tx, now) => {
        const user = await getUser(tx, caller.id)
        if (await hasPaymentUnderWay(tx, user.id)) throw new AppError('payment-in-progress')
        await deps.withdrawCustomer(tx, clock, user.id)
        await endWaysIn(tx, now, user.id)
        await closeUser(tx, now, user.id)
        await blankValues(tx, now, 'user', [user])
        await enqueueMail(tx, now, { kind: 'account-closed', to: user.email, params: { firstName: user.first_name } })
      })
    },

    async getMe(caller: SignedIn): Promise<User> {
      return toUser(await getUser(db, caller.id))
    },

    /**
     * Omitted fields are unchanged. A new address needs the password and counts once its link is opened; until then the
     * old one stays in force and gets an email. An unconfirmed account without a password needs none: a customer who
     * mistyped the address has no way to set one.
     * @throws AppError `wrong-password`, `no-password`, `too-many-failures`, `too-many-requests`, `email-taken`
     */
    async updateMe(
      caller: SignedIn,
      { email, currentPassword, firstName, lastName, phoneNumber }: Input<typeof updateMe>['body'],
      visitor: Visitor,
    ): Promise<User> {
      const others = {
        ...(firstName !== undefined && { first_name: firstName }),
        ...(lastName !== undefined && { last_name: lastName }),
        ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
      }
      const user = await getUser(db, caller.id)
      if (email === undefined || email === user.email)
        return inTransaction(db, clock, async (tx, now) => {
          const changed = await changeUser(tx, now, user.id, others)
          const namesOf = (row: UserRow) => ({ firstName: row.first_name, lastName: row.last_name })
          if (user.role === 'ADMIN')
            await recordChange(tx, user.id, 'user.renamed', user.id, namesOf(user), namesOf(changed))
          return toUser(changed)
        })
      /** Returns the refusal of a taken address instead of throwing it, so that asking for it counts. */
      const move = async (tx: Db, now: Date): Promise<User | AppError> => {
        // Only here, so that wrong passwords typed in a found session don't use up the owner's own changes.
        await createRateLimits({ db: tx, clock }).spend(emailChangesOf(user.id))
        if (await isTakenEmail(tx, user.id, email)) return new AppError('email-taken', { path: 'email' })
        const changed = await changeUser(tx, now, user.id, {
          ...others,
          pending_email: email,
          email_given_at: now,
          email_given_on: visitor.device,
        })
        await enqueueMail(tx, now, { kind: 'confirm-email', to: email, params: { userId: user.id } })
        await enqueueMail(tx, now, { kind: 'email-change-asked', to: changed.email, params: { userId: user.id } })
        return toUser(changed)
      }
      const moveUnasked = () =>
        inTransaction(db, clock, async (tx, now) => {
          // The person at the address may have taken the account over and ended this session.
          await lockActiveAccount(tx, user.id)
          if (!(await isSessionOpen(tx, now, caller.tokenHash))) throw new AppError('unauthorized')
          if (!isProvisional(await getUser(tx, user.id))) throw new AppError('no-password')
          return move(tx, now)
        })
      const path = 'currentPassword'
      if (user.password_hash && !currentPassword)
        throw new AppError('wrong-password', { path, message: 'Enter your password to change your email.' })
      const typed = { password: currentPassword ?? '', path, network: visitor.network }
      const outcome = await (isProvisional(user) ? moveUnasked() : sessionGuard.withPassword(caller, typed, move))
      if (outcome instanceof AppError) throw outcome
      return outcome
    },

    async cancelEmailChange(caller: SignedIn): Promise<User> {
      return inTransaction(db, clock, async (tx, now) =>
        toUser(await changeUser(tx, now, caller.id, { pending_email: null })),
      )
    },

    /** Ends every session of the account, including the caller's, and opens a new one for the caller. */
    async changePassword(
      caller: SignedIn,
      { currentPassword, newPassword }: Input<typeof changePassword>['body'],
      network: string,
    ): Promise<Session> {
      const path = 'currentPassword'
      return sessionGuard.withPassword(caller, { password: currentPassword, path, network }, async (tx, now) => {
        const user = await getUser(tx, caller.id)
        demandGoodPassword(deps, newPassword, user, 'newPassword')
        const newHash = await hashPassword(newPassword)
        if (!(await replacePassword(tx, now, { id: user.id, oldHash: user.password_hash, newHash })))
          throw new AppError('wrong-password', { path })
        await endWaysIn(tx, now, user.id)
        await enqueueMail(tx, now, { kind: 'password-changed', to: user.email, params: { userId: user.id } })
        return { token: await openSession(tx, now, user), user: toUser({ ...user, pending_email: null }) }
      })
    },

    /** What the page of a confirmation link says and asks. @throws AppError `link-invalid` */
    async openConfirmation(token: string, visitor: Visitor): Promise<Output<typeof openConfirmation>> {
      const now = clock.now()
      const { user, link } = await getConfirmation(now, token)
      if (isDisowned(user, link)) throw new AppError('link-invalid')
      const isTheirs = await isKnownBrowser(db, now, user.id, visitor)
      return {
        email: link.email,
        isNewAddress: link.email !== user.email,
        isConfirmed: isConfirmed(user, link.email),
        name: plainName(user.first_name) ?? user.username,
        question: isTheirs
          ? null
          : {
              device: user.email_given_on,
              askedAt: user.email_given_at ?? user.created_at,
              needsPassword: user.password_hash !== null,
            },
      }
    },

    /**
     * Confirms at once on a device that signed in to the account before. On any other, the person says that it was them, with
     * the password if there is one; `isMine: false` ends the sign-up, or the change (docs/rules.md §4.16). Idempotent.
     * @throws AppError `link-invalid`, `email-taken`, `whose-sign-up`, `wrong-password`, `too-many-failures`
     */
    async confirmEmail(
      { token, isMine, password }: Input<typeof confirmEmail>['body'],
      visitor: Visitor,
    ): Promise<string> {
      const now = clock.now()
      const { user, link } = await getConfirmation(now, token)
      if (isMine === false) return disown(token)
      if (isConfirmed(user, link.email)) return CONFIRMED
      if (await isKnownBrowser(db, now, user.id, visitor))
        return inTransaction(db, clock, (tx, at) => confirm(tx, at, token))
      if (!isMine) throw new AppError('whose-sign-up')
      if (user.password_hash === null) return inTransaction(db, clock, (tx, at) => confirm(tx, at, token))
      const path = 'password'
      if (!password) throw new AppError('wrong-password', { path, message: 'Enter the password you chose.' })
      // The guesses are the link's, so that they lock nobody out of anything else.
      const caller = { ...user, tokenHash: hashToken(token) }
      return sessionGuard.withPassword(caller, { password, path, network: visitor.network }, (tx, at) =>
        confirm(tx, at, token),
      )
    },

    /** Goes to the pending address if there is one. False if there is nothing to confirm. */
    async resendConfirmation(caller: SignedIn): Promise<boolean> {
      const user = await getUser(db, caller.id)
      if (user.email_confirmed_at && !user.pending_email) return false
      await limits.spend(confirmMailsOf(user.id))
      await inTransaction(db, clock, (tx, now) =>
        enqueueMail(tx, now, {
          kind: 'confirm-email',
          to: user.pending_email ?? user.email,
          params: { userId: user.id },
        }),
      )
      return true
    },
  }
}

const CONFIRMED = 'Your email address is confirmed.'

const isConfirmed = (user: UserRow, email: string) => user.email === email && user.email_confirmed_at !== null

/** A link that was used confirmed the address, or the person said that it wasn't them. */
const isDisowned = (user: UserRow, { email, usedAt }: { email: string; usedAt: Date | null }) =>
  usedAt !== null && !isConfirmed(user, email)

/** Signed up without a password and not confirmed. */
const isProvisional = (user: UserRow) => user.password_hash === null && user.email_confirmed_at === null

/** Switches the account to the new address; reset links sent to the old one stop working. */
async function moveTo(tx: Db, now: Date, user: UserRow, email: string): Promise<void> {
  await changeUser(tx, now, user.id, { email, email_confirmed_at: now, pending_email: null })
  await endLinks(tx, now, user.id, 'RESET_PASSWORD')
  if (user.role !== 'ADMIN') return
  await recordChange(tx, user.id, 'user.email-changed', user.id, { email: user.email }, { email })
}

/** @throws AppError `unauthorized` if the session's account is gone */
export async function getUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('unauthorized')
  return user
}
