import { randomInt } from 'node:crypto'
import type { BookingData } from '@arcadia/contract/bookings'
import { type ErrorCode, errors } from '@arcadia/contract/catalog'
import { usernameFor } from '@arcadia/contract/newcomers'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { hasOpenSession } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { hasLink } from './account-links.store.ts'
import {
  closeUser,
  findUserByName,
  insertCallerIfFree,
  insertUserIfFree,
  lockCaller,
  lockUserOfAddress,
  takeBackAccount,
  type UserRow,
} from './accounts.store.ts'

export type Person = Pick<BookingData, 'email' | 'firstName' | 'lastName' | 'phone'>

/**
 * The account of an address, locked like that of anybody who takes spots. If there is none it is made without a password, and a
 * link to set one goes to the address. So it is with an account that nobody confirmed: a stranger may have registered the
 * address, and what is booked now is none of theirs.
 * @throws AppError `admin-email`, `customer-deactivated`
 */
export async function findOrMakeCustomer(tx: Db, now: Date, person: Person): Promise<{ id: number; email: string }> {
  for (let tries = 0; ; tries++) {
    const username = usernameFor(person.email, tries === 0 ? '' : String(randomInt(10_000, 100_000)))
    const known = await lockUserOfAddress(tx, person.email)
    if (known?.role === 'ADMIN') throw refusal('admin-email')
    if (known && !known.is_active) throw refusal('customer-deactivated')
    const names = { first_name: person.firstName, last_name: person.lastName, phone_number: person.phone }
    if (known) {
      if (!known.email_confirmed_at && (await isAnybodys(tx, now, known))) {
        if (await findUserByName(tx, username)) continue
        await takeBackAccount(tx, now, known.id, { username, ...names })
        await enqueueMail(tx, now, { kind: 'account-made', to: known.email, params: { userId: known.id } })
      }
      return known
    }
    const made = await insertUserIfFree(tx, now, {
      username,
      email: person.email,
      password_hash: null,
      ...names,
    })
    if (!made) continue
    await enqueueMail(tx, now, { kind: 'account-made', to: made.email, params: { userId: made.id } })
    return made
  }
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

/** Closes an account without an address, whose bookings are blanked; another one is closed by its person. */
export async function closeCaller(tx: Db, now: Date, id: number): Promise<void> {
  if (await lockCaller(tx, id)) await closeUser(tx, now, id)
}

/** Whether somebody has a way into an account, besides the links that go to its address. */
async function isAnybodys(tx: Db, now: Date, { id, password_hash, pending_email }: UserRow): Promise<boolean> {
  if (password_hash !== null || pending_email !== null) return true
  return (await hasOpenSession(tx, now, id)) || (await hasLink(tx, now, id, 'SIGN_UP_AGAIN'))
}

const refusal = (code: ErrorCode) => new AppError(code, { details: [{ path: 'email', message: errors[code].message }] })
