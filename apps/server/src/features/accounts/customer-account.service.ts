import { randomInt } from 'node:crypto'
import type { BookingData } from '@arcadia/contract/bookings'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { hasOpenSession } from '../../http/sessions.ts'
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
 * The account of an address, locked like that of anybody who takes spots. If there is none it is made without a password, and a
 * link to set one goes to the address. So it is with an account that nobody confirmed: a stranger may have registered the
 * address, and what is booked now is none of theirs.
 * @throws AppError `admin-email`, `customer-deactivated`
 */
export async function findOrMakeCustomer(tx: Db, now: Date, person: Person): Promise<{ id: number; email: string }> {
  for (;;) {
    const known = await lockUserOfAddress(tx, person.email)
    if (known?.role === 'ADMIN') throw new AppError('admin-email', { path: 'email' })
    if (known && !known.is_active) throw new AppError('customer-deactivated', { path: 'email' })
    if (known && (known.email_confirmed_at || !(await isAnybodys(tx, now, known)))) return known
    const user = known
      ? await takeBack(tx, now, known, person)
      : await makeUser(tx, now, { ...person, phoneNumber: person.phone })
    // Somebody else made one for the address meanwhile.
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
  return known
}

/** An account of its own for whoever gives no address: nobody signs in to it, and nothing is sent (docs/rules.md §19.1). */
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

/** The account of a caller without an address, locked like that of anybody who takes spots. @throws AppError `user-not-found` */
export async function getCaller(tx: Db, id: number): Promise<{ id: number; email: null }> {
  const caller = await lockCaller(tx, id)
  if (!caller?.is_active) throw new AppError('user-not-found')
  return { id, email: null }
}

/**
 * Closes an account without an address, whose bookings are blanked; another one is closed by its person. `isNeeded` is asked
 * once nobody books for it any more.
 */
export async function closeCaller(tx: Db, now: Date, id: number, isNeeded = async () => false): Promise<void> {
  if ((await lockCaller(tx, id)) && !(await isNeeded())) await closeUser(tx, now, id)
}

/** Whether somebody has a way into an account, besides the links that go to its address. */
async function isAnybodys(tx: Db, now: Date, { id, password_hash, pending_email }: UserRow): Promise<boolean> {
  if (password_hash !== null || pending_email !== null) return true
  return (await hasOpenSession(tx, now, id)) || (await hasLink(tx, now, id, 'SIGN_UP_AGAIN'))
}
