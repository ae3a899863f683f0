import { type changePassword, isReachable, type Session, type User, type updateMe } from '@arcadia/contract/accounts'
import type { Input } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SentForm } from '../../http/form-change.rules.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import { isSessionOpen, openSession, openSessions, type SignedIn } from '../../http/sessions.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues, changesOf, recordChange } from '../audit-log/audit-log.writes.ts'
import { emailChangesOf, type Visitor } from './accounts.rules.ts'
import {
  type Changes,
  changeUser,
  closeUser,
  getUser,
  isTakenEmail,
  lockActiveAccount,
  replacePassword,
  tellPasswordChanged,
  toUser,
  type UserRow,
  type WithdrawCustomer,
} from './accounts.writes.ts'
import { moveTo } from './confirm-email.service.ts'
import { demandGoodPassword, hashPassword } from './passwords.ts'
import type { SessionGuard } from './session-guard.ts'
import { hasPaymentUnderWay } from './sessions.writes.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'smtpUrl'> {
  sessionGuard: Pick<SessionGuard, 'withPassword'>
  passwordMinLength: number
  withdrawCustomer: WithdrawCustomer
}

/** Changes a signed-in person makes to their own account. */
export function createOwnAccounts(deps: Deps) {
  const { db, clock, sessionGuard } = deps

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

    /**
     * Omitted fields are unchanged. A new address needs the password and counts once its link is opened; until then the
     * old one stays in force and gets an email; at once where no link can go out and the old one never worked. An unconfirmed account without a password needs none: a customer who
     * mistyped the address has no way to set one.
     * @throws AppError `wrong-password`, `no-password`, `too-many-failures`, `too-many-requests`, `email-taken`
     */
    async updateMe(caller: SignedIn, form: SentForm<Input<typeof updateMe>['body']>, visitor: Visitor): Promise<User> {
      const { email, currentPassword } = form.body
      const user = await getUser(db, caller.id)
      if (email === undefined || email === user.email)
        return inTransaction(db, clock, async (tx, now) => {
          const changed = await changeUser(tx, now, user.id, await othersOf(tx, caller, form))
          const namesOf = (row: UserRow) => ({ firstName: row.first_name, lastName: row.last_name })
          if (user.role === 'ADMIN')
            await recordChange(tx, user.id, 'user.renamed', user.id, namesOf(user), namesOf(changed))
          return toUser(changed)
        })
      const move = (tx: Db, now: Date) =>
        askToMove(tx, now, deps, user, { email, form, caller, device: visitor.device })
      const moveUnasked = () =>
        inTransaction(db, clock, async (tx, now) => {
          await demandProvisional(tx, now, caller)
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

    /** Ends every session of the account, including the caller's, and opens a new one for the caller on the same device. */
    async changePassword(
      caller: SignedIn,
      { currentPassword, newPassword }: Input<typeof changePassword>['body'],
      visitor: Visitor,
    ): Promise<Session> {
      const path = 'currentPassword'
      const typed = { password: currentPassword, path, network: visitor.network }
      return sessionGuard.withPassword(caller, typed, async (tx, now) => {
        const user = await getUser(tx, caller.id)
        demandGoodPassword(deps, newPassword, user, 'newPassword')
        const newHash = await hashPassword(newPassword)
        if (!(await replacePassword(tx, now, { id: user.id, oldHash: user.password_hash, newHash })))
          throw new AppError('wrong-password', { path })
        const device = await openSessions(tx, now, user.id)
          .where('token_hash', '=', caller.tokenHash)
          .executeTakeFirst()
        await endWaysIn(tx, now, user.id)
        await tellPasswordChanged(tx, now, user, visitor.device)
        return {
          token: await openSession(tx, now, user, device?.device_name),
          user: toUser({ ...user, pending_email: null }),
        }
      })
    },
  }
}

type Profile = Input<typeof updateMe>['body']

/** What the form changes besides the address. */
async function othersOf(tx: Db, caller: SignedIn, form: SentForm<Profile>): Promise<Changes> {
  await lockActiveAccount(tx, caller.id)
  const { firstName, lastName, phoneNumber } = await changesOf(
    tx,
    caller,
    form,
    { kind: 'user', id: caller.id },
    toUser(await getUser(tx, caller.id)),
  )
  return {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
  }
}

/** Returns the refusal of a taken address instead of throwing it, so that asking for it counts. */
async function askToMove(
  tx: Db,
  now: Date,
  { clock, smtpUrl }: Pick<Base, 'clock' | 'smtpUrl'>,
  user: UserRow,
  { email, form, caller, device }: { email: string; form: SentForm<Profile>; caller: SignedIn; device: string | null },
): Promise<User | AppError> {
  const others = await othersOf(tx, caller, form)
  // Only here, so that wrong passwords typed in a found session don't use up the owner's own changes.
  await createRateLimits({ db: tx, clock }).spend(emailChangesOf(user.id))
  if (await isTakenEmail(tx, user.id, email)) return new AppError('email-taken', { path: 'email' })
  if (!smtpUrl && !isReachable(user.email)) {
    await changeUser(tx, now, user.id, others)
    return toUser(await moveTo(tx, now, user, email))
  }
  const changed = await changeUser(tx, now, user.id, {
    ...others,
    pending_email: email,
    email_given_at: now,
    email_given_on: device,
  })
  await enqueueMail(tx, now, { kind: 'confirm-email', to: email, params: { userId: user.id } })
  await enqueueMail(tx, now, { kind: 'email-change-asked', to: changed.email, params: { userId: user.id } })
  return toUser(changed)
}

/** @throws AppError `unauthorized`, `no-password` */
async function demandProvisional(tx: Db, now: Date, caller: SignedIn): Promise<void> {
  // The person at the address may have taken the account over and ended this session.
  await lockActiveAccount(tx, caller.id)
  if (!(await isSessionOpen(tx, now, caller.tokenHash))) throw new AppError('unauthorized')
  if (!isProvisional(await getUser(tx, caller.id))) throw new AppError('no-password')
}

/** Signed up without a password and not confirmed. */
const isProvisional = (user: UserRow) => user.password_hash === null && user.email_confirmed_at === null
