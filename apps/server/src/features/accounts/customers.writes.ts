import { randomInt } from 'node:crypto'
import type { BookingData } from '@arcadia/contract/booking-data'
import { type Newcomer, usernameFor } from '@arcadia/contract/newcomers'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endLinks } from '../../http/links.ts'
import { hasOpenSession, revokeAllSessions, type SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { hasLink } from './account-links.writes.ts'
import { SIGN_UP_AGAIN_MS } from './accounts.rules.ts'
import {
  changeUser,
  closeUser,
  findTestGuest,
  findUser,
  findUserByName,
  insertCallerIfFree,
  insertTestGuestIfFree,
  insertUserIfFree,
  isTakenEmail,
  lockCaller,
  lockUserOfAddress,
  takeBackAccount,
  type UserRow,
} from './accounts.writes.ts'

export type Person = Pick<BookingData, 'email' | 'firstName' | 'lastName' | 'phone'>
type Named = { [Field in keyof Newcomer]: Field extends 'email' ? string : string | null }

/** Endless username candidates from the address, until one is free. */
function* usernamesFor(email: string): Generator<string, never> {
  yield usernameFor(email)
  for (;;) yield usernameFor(email, String(randomInt(10_000, 100_000)))
}

/** Creates a USER without a password; undefined if the address is taken. A taken username gets a variation. */
export async function makeUser(
  tx: Db,
  now: Date,
  person: Named,
  device: string | null = null,
): Promise<UserRow | undefined> {
  for (const username of usernamesFor(person.email)) {
    const made = await insertUserIfFree(tx, now, {
      username,
      email: person.email,
      password_hash: null,
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: person.phoneNumber,
      email_given_at: now,
      email_given_on: device,
    })
    if (made || (await findUserByName(tx, person.email))) return made
  }
}

/**
 * Finds and locks the account of an address, or creates one without a password and emails a link to set one. An unconfirmed
 * account is reset the same way: a stranger may have registered the address, and this booking is not theirs.
 * @throws AppError `admin-email`, `customer-deactivated`
 */
export async function findOrMakeCustomer(tx: Db, now: Date, person: Person): Promise<{ id: number; email: string }> {
  for (;;) {
    const known = await lockUserOfAddress(tx, person.email)
    if (known?.role === 'ADMIN') throw new AppError('admin-email', { path: 'email' })
    if (known && !known.is_active) throw new AppError('customer-deactivated', { path: 'email' })
    if (known && (known.email_confirmed_at || !(await hasOtherWayIn(tx, now, known)))) return known
    const user = known
      ? await takeBack(tx, now, known, person)
      : await makeUser(tx, now, { ...person, phoneNumber: person.phone })
    // Someone else just created an account for the address.
    if (!user) continue
    await enqueueMail(tx, now, { kind: 'account-made', to: user.email, params: { userId: user.id } })
    return user
  }
}

async function takeBack(tx: Db, now: Date, known: UserRow, person: Person): Promise<UserRow> {
  const names = { first_name: person.firstName, last_name: person.lastName, phone_number: person.phone }
  const usernames = usernamesFor(person.email)
  let username = usernames.next().value
  while (await findUserByName(tx, username)) username = usernames.next().value
  await takeBackAccount(tx, now, known.id, { username, ...names })
  await revokeAllSessions(tx, now, known.id)
  return known
}

/** Creates an account for a caller without email. Nobody can sign in to it, and no email is sent (docs/rules.md §19.1). */
export async function makeCustomerWithoutEmail(
  tx: Db,
  now: Date,
  person: Omit<Person, 'email'>,
): Promise<{ id: number }> {
  for (;;) {
    const made = await insertCallerIfFree(tx, now, {
      username: `caller.${randomInt(10_000, 10_000_000)}`,
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: person.phone,
    })
    if (made) return made
  }
}

/** The guest that owners test with, one at a time; made by this owner if there is none. */
export async function findOrMakeTestGuest(tx: Db, now: Date, ownerId: number): Promise<UserRow> {
  for (;;) {
    const made = await insertTestGuestIfFree(tx, now, ownerId, String(randomInt(10_000, 10_000_000)))
    const guest = made ?? (await findTestGuest(tx))
    if (guest) return guest
  }
}

/** Ends the guest of a test, and every session of it. */
export async function closeTestGuest(tx: Db, now: Date, id: number): Promise<void> {
  await revokeAllSessions(tx, now, id)
  await closeUser(tx, now, id)
}

/** Locks the account of a caller without an address. @throws AppError `user-not-found` */
export async function getCaller(tx: Db, id: number): Promise<{ id: number; email: null }> {
  const caller = await lockCaller(tx, id)
  if (!caller?.is_active) throw new AppError('user-not-found')
  return { id, email: null }
}

/**
 * Closes an account without an address once its bookings are blanked; customers close other accounts themselves.
 * `isNeeded` is checked under the lock, when no new booking can start.
 */
export async function closeCaller(tx: Db, now: Date, id: number, isNeeded = async () => false): Promise<void> {
  if ((await lockCaller(tx, id)) && !(await isNeeded())) await closeUser(tx, now, id)
}

/** Whether someone could sign in to the account without a link sent to its address. */
async function hasOtherWayIn(tx: Db, now: Date, { id, password_hash, pending_email }: UserRow): Promise<boolean> {
  if (password_hash !== null || pending_email !== null) return true
  return (await hasOpenSession(tx, now, id)) || (await hasLink(tx, now, id, 'SIGN_UP_AGAIN'))
}

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
  const session = await findSession(tx, tokenHash)
  // The person may have signed in twice because the first response was lost.
  const isMaker = session && session.created_at.getTime() <= user.created_at.getTime() + SIGN_UP_AGAIN_MS
  if (!isMaker || user.email_confirmed_at) throw new AppError('email-not-correctable')
  if (await isTakenEmail(tx, id, to)) throw new AppError('email-taken', { path: 'email' })
  await readdress(tx, now, user, to, 'guest')
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
  await readdress(tx, now, user, person.email, 'staff')
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
  corrected: 'guest' | 'staff',
): Promise<void> {
  await changeUser(tx, now, id, { email: to, pending_email: null })
  await endLinks(tx, now, id, 'RESET_PASSWORD')
  const params = { userId: id, corrected }
  await enqueueMail(tx, now, { kind: password_hash ? 'confirm-email' : 'newcomer', to, params })
}

/** When an open session began. */
function findSession(tx: Db, tokenHash: Buffer): Promise<{ created_at: Date } | undefined> {
  return tx
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}
