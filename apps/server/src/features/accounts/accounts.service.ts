import { createHash } from 'node:crypto'
import type {
  changePassword,
  login,
  NewAccount,
  resetPassword,
  Session,
  User,
  updateMe,
} from '@arcadia/contract/accounts'
import type { Input } from '@arcadia/contract/endpoint'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { useLink, useUpLinks } from '../../http/links.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { isSessionOpen, openSession, revokeSession, type SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues } from '../audit-log/blank-values.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { askForLink, findLink, findLinkAndLock, takeLinkRequests } from './account-links.store.ts'
import {
  accountKey,
  chooseOrigin,
  confirmMailsOf,
  emailChangesOf,
  linkRequestsOf,
  type Origins,
  resetMailsOf,
  signInMailsOf,
  signUpsOf,
  TOO_MANY_FROM_HERE,
  wrongPasswordsFrom,
} from './accounts.rules.ts'
import {
  changeUser,
  closeUser,
  findUser,
  findUserByName,
  insertUser,
  pinAccount,
  refuseTakenEmail,
  replacePassword,
  toUser,
  type UserRow,
} from './accounts.store.ts'
import type { FairQueue } from './fair-queue.ts'
import { lockActiveAccount, type WithdrawCustomer } from './lock-account.service.ts'
import { signIn } from './open-session.ts'
import { hashPassword, refuseNewPassword, verifyPassword } from './passwords.ts'
import type { SecondFactor } from './second-factor.service.ts'
import { refused, type SessionGuard } from './session-guard.ts'
import { demandPatience, forgetFailures, listKnownOrigins, recordFailure } from './sign-in-guard.store.ts'
import { signOutEverywhere } from './sign-out-everywhere.service.ts'

interface Deps {
  db: Db
  clock: Clock
  /** Always on: emails per account. */
  limits: RateLimits
  /** Per network; may let everything pass for load experiments. */
  addressLimits: RateLimits
  /** Where passwords are hashed. */
  inQueue: FairQueue
  sessionGuard: Pick<SessionGuard, 'withPassword'>
  passwordMinLength: number
  secondFactor: Pick<SecondFactor, 'check'>
  withdrawCustomer: WithdrawCustomer
}

export type Accounts = ReturnType<typeof createAccounts>

/** Requests for a link that one round looks up. */
const LINKS_AT_ONCE = 50

export function createAccounts(deps: Deps) {
  const { db, clock, limits, addressLimits, inQueue, sessionGuard } = deps

  function demandGoodPassword(password: string, account: Parameters<typeof refuseNewPassword>[1], path: string): void {
    const message = refuseNewPassword(password, account, deps.passwordMinLength)
    if (message) throw new AppError('password-refused', { message, details: [{ path, message }] })
  }

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
      return refused('wrong-code', 'code')
    }
    await forgetFailures(tx, guesses)
    return signIn(tx, now, user, origins)
  }

  return {
    /** Makes a USER, whatever was sent, signs it in and emails a link to confirm the address. */
    async register(account: NewAccount, origins: Origins): Promise<Session> {
      await addressLimits.spend(signUpsOf(origins.network))
      demandGoodPassword(account.password, { ...account, role: 'USER' }, 'password')
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
     * Ends sign-in at once and for good. What was booked stays booked; the bookings keep their names until they are
     * blanked.
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
     * What is left out stays. A new address needs the password, and waits until the link that goes to it was opened;
     * the old one holds until then and is told. Who booked without a password and mistyped the address has none to set one
     * from: until somebody confirms it, it is corrected without.
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
            await recordChange(tx, {
              adminId: user.id,
              action: 'user.renamed',
              subject: { kind: 'user', id: user.id },
              before: namesOf(user),
              after: namesOf(changed),
            })
          return toUser(changed)
        })
      await limits.spend(emailChangesOf(user.id))
      const move = async (tx: Db, now: Date) => {
        await refuseTakenEmail(tx, user.id, email)
        const changed = await changeUser(tx, now, user.id, { ...others, pending_email: email })
        await enqueueMail(tx, now, { kind: 'confirm-email', to: email, params: { userId: user.id } })
        await enqueueMail(tx, now, { kind: 'email-change-asked', to: changed.email, params: { userId: user.id } })
        return toUser(changed)
      }
      if (isProvisional(user))
        return inTransaction(db, clock, async (tx, now) => {
          // Whoever reads its emails may have come first, and ended the session that asks.
          await lockActiveAccount(tx, user.id)
          if (!(await isSessionOpen(tx, now, caller.tokenHash))) throw new AppError('unauthorized')
          if (!isProvisional(await getUser(tx, user.id))) throw new AppError('no-password')
          return move(tx, now)
        })
      const path = 'currentPassword'
      if (user.password_hash && !currentPassword)
        throw refused('wrong-password', path, 'Enter your password to change your email.')
      return sessionGuard.withPassword(caller, { password: currentPassword ?? '', path, network }, move)
    },

    async cancelEmailChange(caller: SignedIn): Promise<User> {
      return inTransaction(db, clock, async (tx, now) =>
        toUser(await changeUser(tx, now, caller.id, { pending_email: null })),
      )
    },

    /** Ends every session of the account, the caller's too, and opens a new one for the caller. */
    async changePassword(
      caller: SignedIn,
      { currentPassword, newPassword }: Input<typeof changePassword>['body'],
      network: string,
    ): Promise<Session> {
      const path = 'currentPassword'
      return sessionGuard.withPassword(caller, { password: currentPassword, path, network }, async (tx, now) => {
        const user = await getUser(tx, caller.id)
        demandGoodPassword(newPassword, user, 'newPassword')
        const newHash = await hashPassword(newPassword)
        if (!(await replacePassword(tx, now, { id: user.id, oldHash: user.password_hash, newHash })))
          throw refused('wrong-password', path)
        await useUpLinks(tx, now, user.id, 'RESET_PASSWORD')
        await signOutEverywhere(tx, now, user.id)
        return { token: await openSession(tx, now, user), user: toUser({ ...user, pending_email: null }) }
      })
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
      demandGoodPassword(password, user, 'password')
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

    /** Opening the link twice is not an error: email apps and impatient people do it. */
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

    /** Sends it to the new address if one is waiting. False when there is nothing left to confirm. */
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

/** Made by somebody who booked without a password, and not confirmed: nobody else has a part in it. */
const isProvisional = (user: UserRow) => user.password_hash === null && user.email_confirmed_at === null

/** Makes the new address the account's own; links sent to the old one stop working. */
async function moveTo(tx: Db, now: Date, user: UserRow, email: string): Promise<void> {
  await changeUser(tx, now, user.id, { email, email_confirmed_at: now, pending_email: null })
  await useUpLinks(tx, now, user.id, 'RESET_PASSWORD')
  if (user.role !== 'ADMIN') return
  const change = { before: { email: user.email }, after: { email } }
  await recordChange(tx, {
    adminId: user.id,
    action: 'user.email-changed',
    subject: { kind: 'user', id: user.id },
    ...change,
  })
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

/** Guesses at an account that does not exist are counted by the name, of which only a digest is kept. */
function keyOfNobody(usernameOrEmail: string): string {
  return `nobody:${createHash('sha256').update(usernameOrEmail.toLowerCase()).digest('base64url')}`
}

/** @throws AppError `unauthorized`: the account of a session is gone */
async function getUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('unauthorized')
  return user
}
