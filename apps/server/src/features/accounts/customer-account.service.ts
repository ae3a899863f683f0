import { randomInt } from 'node:crypto'
import type { BookingData } from '@arcadia/contract/bookings'
import { type ErrorCode, errors } from '@arcadia/contract/catalog'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { usernameFor } from './accounts.rules.ts'
import { findUserByName, insertUserIfFree, lockUserOfAddress, takeBackAccount } from './accounts.store.ts'

type Person = Pick<BookingData, 'email' | 'firstName' | 'lastName' | 'phone'>

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
      if (!known.email_confirmed_at && known.password_hash !== null) {
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

const refusal = (code: ErrorCode) => new AppError(code, { details: [{ path: 'email', message: errors[code].message }] })
