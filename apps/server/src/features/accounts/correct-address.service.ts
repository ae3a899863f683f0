import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endLinks } from '../../http/links.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { SIGN_UP_AGAIN_MS } from './accounts.rules.ts'
import { changeUser, findUser, isTakenEmail, lockCaller, lockUserOfAddress, type UserRow } from './accounts.store.ts'
import { closeCaller, findOrMakeCustomer, type Person } from './customer-account.service.ts'

/**
 * Corrects the address of an unconfirmed account, for the session that created it: a person who mistyped the address can
 * neither confirm it nor set a password. Links sent to the old address stop working. Needs the account's lock. False if
 * `from` is not the account's address.
 * @throws AppError `email-not-correctable`, `email-taken`
 */
export async function correctAddress(
  tx: Db,
  now: Date,
  { id, tokenHash }: SignedIn,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const user = await findUser(tx, id)
  if (user?.email.toLowerCase() !== from.toLowerCase()) return false
  const session = await tx
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  // The person may have signed in twice because the first response was lost.
  const isMaker = session && session.created_at.getTime() <= user.created_at.getTime() + SIGN_UP_AGAIN_MS
  if (!isMaker || user.email_confirmed_at) throw new AppError('email-not-correctable')
  if (await isTakenEmail(tx, id, to)) throw new AppError('email-taken', { path: 'email' })
  await readdress(tx, now, user, to)
  return true
}

/**
 * The same for the owner, who needs no such session. Returns the account that bookings made with `from` now belong to: the
 * same one, or the new address's own account if it has one (docs/rules.md §5.6). An account without an address gets its
 * first. An address confirmed only after the booking may be a stranger's who got the emails; then only this booking moves.
 * Undefined if no account changes: `from` is not its address, or it was confirmed before the booking.
 * @throws AppError `admin-email`, `customer-deactivated`
 */
export async function correctAddressForOwner(
  tx: Db,
  now: Date,
  {
    adminId,
    userId,
    from,
    person,
    bookedAt,
  }: {
    adminId: number
    userId: number
    from: string | null
    person: Person
    /** When the customer booked; null if an admin entered the booking. */
    bookedAt: Date | null
  },
): Promise<{ id: number; isOfAll: boolean } | undefined> {
  const user = await (from === null ? lockCaller(tx, userId) : lockUserOfAddress(tx, from))
  if (user?.id !== userId) return undefined
  const { email_confirmed_at: confirmedAt } = user
  if (confirmedAt && bookedAt && confirmedAt <= bookedAt) return undefined
  if (confirmedAt) return { id: (await findOrMakeCustomer(tx, now, person)).id, isOfAll: false }
  const known = await lockUserOfAddress(tx, person.email)
  if (known && known.id !== userId) {
    const { id } = await findOrMakeCustomer(tx, now, person)
    // Nobody else could close the leftover account, which has a name and a phone number.
    await closeCaller(tx, now, userId)
    return { id, isOfAll: true }
  }
  await readdress(tx, now, user, person.email)
  await recordChange(tx, adminId, 'user.email-changed', userId, { email: user.email }, { email: person.email })
  return { id: userId, isOfAll: true }
}

/** Whether somebody proved that they read this address (docs/rules.md §18.3). Locks its account. */
export async function isConfirmedAddress(tx: Db, address: string): Promise<boolean> {
  return Boolean((await lockUserOfAddress(tx, address))?.email_confirmed_at)
}

async function readdress(
  tx: Db,
  now: Date,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  to: string,
): Promise<void> {
  await changeUser(tx, now, id, { email: to, pending_email: null })
  await endLinks(tx, now, id, 'RESET_PASSWORD')
  await enqueueMail(tx, now, { kind: password_hash ? 'confirm-email' : 'newcomer', to, params: { userId: id } })
}
