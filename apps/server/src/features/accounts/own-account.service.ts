import type { changePassword, Session, User, updateMe } from '@arcadia/contract/accounts'
import type { Input } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { useLink, useUpLinks } from '../../http/links.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import { isSessionOpen, openSession, type SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues } from '../audit-log/blank-values.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { findLinkAndLock } from './account-links.store.ts'
import { confirmMailsOf, emailChangesOf } from './accounts.rules.ts'
import {
  changeUser,
  closeUser,
  findUser,
  refuseTakenEmail,
  replacePassword,
  toUser,
  type UserRow,
} from './accounts.store.ts'
import { lockActiveAccount, type WithdrawCustomer } from './lock-account.service.ts'
import { demandGoodPassword, hashPassword } from './passwords.ts'
import type { SessionGuard } from './session-guard.ts'
import { signOutEverywhere } from './sessions.service.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits'> {
  sessionGuard: Pick<SessionGuard, 'withPassword'>
  passwordMinLength: number
  withdrawCustomer: WithdrawCustomer
}

export type OwnAccounts = ReturnType<typeof createOwnAccounts>

/** Changes a signed-in person makes to their own account. */
export function createOwnAccounts(deps: Deps) {
  const { db, clock, limits, sessionGuard } = deps

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
        await signOutEverywhere(tx, now, user.id)
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
      network: string,
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
      const move = async (tx: Db, now: Date) => {
        // Only here, so that wrong passwords typed in a found session don't use up the owner's own changes.
        await createRateLimits({ db: tx, clock }).spend(emailChangesOf(user.id))
        await refuseTakenEmail(tx, user.id, email)
        const changed = await changeUser(tx, now, user.id, { ...others, pending_email: email })
        await enqueueMail(tx, now, { kind: 'confirm-email', to: email, params: { userId: user.id } })
        await enqueueMail(tx, now, { kind: 'email-change-asked', to: changed.email, params: { userId: user.id } })
        return toUser(changed)
      }
      if (isProvisional(user))
        return inTransaction(db, clock, async (tx, now) => {
          // The person at the address may have taken the account over and ended this session.
          await lockActiveAccount(tx, user.id)
          if (!(await isSessionOpen(tx, now, caller.tokenHash))) throw new AppError('unauthorized')
          if (!isProvisional(await getUser(tx, user.id))) throw new AppError('no-password')
          return move(tx, now)
        })
      const path = 'currentPassword'
      if (user.password_hash && !currentPassword)
        throw new AppError('wrong-password', { path, message: 'Enter your password to change your email.' })
      return sessionGuard.withPassword(caller, { password: currentPassword ?? '', path, network }, move)
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
        await useUpLinks(tx, now, user.id, 'RESET_PASSWORD')
        await signOutEverywhere(tx, now, user.id)
        return { token: await openSession(tx, now, user), user: toUser({ ...user, pending_email: null }) }
      })
    },

    /** Idempotent: email apps and impatient people open the link twice. */
    async confirmEmail(token: string): Promise<void> {
      await inTransaction(db, clock, async (tx, now) => {
        const link = await findLinkAndLock(tx, now, token, 'CONFIRM_EMAIL')
        if (!link) throw new AppError('link-invalid')
        const user = await getUser(tx, link.userId)
        if (link.email !== user.email) await moveTo(tx, now, user, link.email)
        else if (!user.email_confirmed_at) await changeUser(tx, now, user.id, { email_confirmed_at: now })
        await useLink(tx, now, token)
      })
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

/** Signed up without a password and not confirmed. */
const isProvisional = (user: UserRow) => user.password_hash === null && user.email_confirmed_at === null

/** Switches the account to the new address; reset links sent to the old one stop working. */
async function moveTo(tx: Db, now: Date, user: UserRow, email: string): Promise<void> {
  await changeUser(tx, now, user.id, { email, email_confirmed_at: now, pending_email: null })
  await useUpLinks(tx, now, user.id, 'RESET_PASSWORD')
  if (user.role !== 'ADMIN') return
  await recordChange(tx, user.id, 'user.email-changed', user.id, { email: user.email }, { email })
}

export async function hasPaymentUnderWay(tx: Db, userId: number): Promise<boolean> {
  const open = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/** @throws AppError `unauthorized` if the session's account is gone */
export async function getUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('unauthorized')
  return user
}
