import { randomInt } from 'node:crypto'
import { type ErrorCode, errors } from '@arcadia/contract/errors'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { usernameFor } from './accounts.rules.ts'
import { insertUserIfFree, lockUserOfAddress } from './accounts.store.ts'

interface Person {
  email: string
  firstName: string
  lastName: string
  phone: string
}

/**
 * The account of an address, locked like that of anybody who takes spots. If there is none it is made, under a password
 * that nobody knows, and a link to set one is mailed (decisions §9).
 * @throws AppError `admin-email`, `customer-deactivated`
 */
export async function findOrMakeCustomer(
  tx: Db,
  now: Date,
  person: Person,
  unknownPasswordHash: string,
): Promise<{ id: number; email: string }> {
  for (let tries = 0; ; tries++) {
    const known = await lockUserOfAddress(tx, person.email)
    if (known?.role === 'ADMIN') throw refusal('admin-email')
    if (known && !known.is_active) throw refusal('customer-deactivated')
    if (known) return known
    const made = await insertUserIfFree(tx, now, {
      username: usernameFor(person.email, tries === 0 ? '' : String(randomInt(10_000, 100_000))),
      email: person.email,
      password_hash: unknownPasswordHash,
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: person.phone,
      role: 'USER',
    })
    if (!made) continue
    await enqueueMail(tx, now, { kind: 'account-made', to: made.email, params: { userId: made.id } })
    return made
  }
}

const refusal = (code: ErrorCode) => new AppError(code, { details: [{ path: 'email', message: errors[code].message }] })
