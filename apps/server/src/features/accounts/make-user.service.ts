import { randomInt } from 'node:crypto'
import { type Newcomer, usernameFor } from '@arcadia/contract/newcomers'
import type { Db } from '../../database/transaction.ts'
import { findUserByName, insertUserIfFree, type UserRow } from './accounts.store.ts'

type Person = { [Field in keyof Newcomer]: Field extends 'email' ? string : string | null }

/** A USER without a password. Nothing when the address is taken; a username that is, is made another one. */
export async function makeUser(tx: Db, now: Date, person: Person): Promise<UserRow | undefined> {
  for (let tries = 0; ; tries++) {
    const made = await insertUserIfFree(tx, now, {
      username: usernameFor(person.email, tries === 0 ? '' : String(randomInt(10_000, 100_000))),
      email: person.email,
      password_hash: null,
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: person.phoneNumber,
    })
    if (made || (await findUserByName(tx, person.email))) return made
  }
}
