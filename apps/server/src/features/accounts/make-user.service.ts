import { randomInt } from 'node:crypto'
import { type Newcomer, usernameFor } from '@arcadia/contract/newcomers'
import type { Db } from '../../database/transaction.ts'
import { findUserByName, insertUserIfFree, type UserRow } from './accounts.store.ts'

type Person = { [Field in keyof Newcomer]: Field extends 'email' ? string : string | null }

/** Made of an address, without end: one of them is free. */
export function* usernamesFor(email: string): Generator<string, never> {
  yield usernameFor(email)
  for (;;) yield usernameFor(email, String(randomInt(10_000, 100_000)))
}

/** A USER without a password. Nothing when the address is taken; a username that is, is made another one. */
export async function makeUser(tx: Db, now: Date, person: Person): Promise<UserRow | undefined> {
  for (const username of usernamesFor(person.email)) {
    const made = await insertUserIfFree(tx, now, {
      username,
      email: person.email,
      password_hash: null,
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: person.phoneNumber,
    })
    if (made || (await findUserByName(tx, person.email))) return made
  }
}
