import { randomInt } from 'node:crypto'
import type { BookingData } from '@arcadia/contract/bookings'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { hasOpenSession, revokeAllSessions } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { hasLink } from './account-links.store.ts'
import {
  closeUser,
  findUserByName,
  insertCallerIfFree,
  lockCaller,
  lockUserOfAddress,
  takeBackAccount,
  type UserRow,
} from './accounts.store.ts'
import { makeUser, usernamesFor } from './make-user.service.ts'

export type Person = Pick<BookingData, 'email' | 'firstName' | 'lastName' | 'phone'>

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
