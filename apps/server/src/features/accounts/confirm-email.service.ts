import type { confirmEmail, openConfirmation, User } from '@arcadia/contract/accounts'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endLinks, markLinkUsed } from '../../http/links.ts'
import { hashToken, type SignedIn } from '../../http/sessions.ts'
import { plainName } from '../../mail/letter.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { findLink, findLinkAndLock } from './account-links.writes.ts'
import { confirmMailsOf, type Visitor } from './accounts.rules.ts'
import { changeUser, getUser, takeBackAccount, toUser, type UserRow } from './accounts.writes.ts'
import type { SessionGuard } from './session-guard.ts'
import { signOutAfterCheckout } from './sessions.writes.ts'
import { isKnownBrowser } from './sign-in-guard.writes.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits'> {
  sessionGuard: Pick<SessionGuard, 'withPassword'>
}

/** Whether an address is the person's who gave it. */
export function createConfirmEmail({ db, clock, limits, sessionGuard }: Deps) {
  return {
    async cancelEmailChange(caller: SignedIn): Promise<User> {
      return inTransaction(db, clock, async (tx, now) =>
        toUser(await changeUser(tx, now, caller.id, { pending_email: null })),
      )
    },

    /** What the page of a confirmation link says and asks. @throws AppError `link-invalid` */
    async openConfirmation(token: string, visitor: Visitor): Promise<Output<typeof openConfirmation>> {
      const now = clock.now()
      const { user, link } = await getConfirmation(db, now, token)
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
      const { user, link } = await getConfirmation(db, now, token)
      if (isMine === false) return inTransaction(db, clock, (tx, at) => disown(tx, at, token))
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

/** @throws AppError `link-invalid` */
async function getConfirmation(db: Db, now: Date, token: string) {
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
async function disown(tx: Db, now: Date, token: string): Promise<string> {
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
}

const CONFIRMED = 'Your email address is confirmed.'

const isConfirmed = (user: UserRow, email: string) => user.email === email && user.email_confirmed_at !== null

/** A link that was used confirmed the address, or the person said that it wasn't them. */
const isDisowned = (user: UserRow, { email, usedAt }: { email: string; usedAt: Date | null }) =>
  usedAt !== null && !isConfirmed(user, email)

/** Switches the account to the new address; reset links sent to the old one stop working. */
export async function moveTo(tx: Db, now: Date, user: UserRow, email: string): Promise<UserRow> {
  const moved = await changeUser(tx, now, user.id, { email, email_confirmed_at: now, pending_email: null })
  await endLinks(tx, now, user.id, 'RESET_PASSWORD')
  if (user.role === 'ADMIN')
    await recordChange(tx, user.id, 'user.email-changed', user.id, { email: user.email }, { email })
  return moved
}
