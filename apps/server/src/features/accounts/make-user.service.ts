import { randomInt } from 'node:crypto'
import { type Newcomer, usernameFor } from '@arcadia/contract/newcomers'
import type { Db } from '../../database/transaction.ts'
import { findUserByName, insertUserIfFree, type UserRow } from './accounts.store.ts'

type Person = { [Field in keyof Newcomer]: Field extends 'email' ? string : string | null }

/** Endless username candidates from the address, until one is free. */
export function* usernamesFor(email: string): Generator<string, never> {
  yield usernameFor(email)
  for (;;) yield usernameFor(email, String(randomInt(10_000, 100_000)))
}

/** Creates a USER without a password; undefined if the address is taken. A taken username gets a variation. */
export async function makeUser(
  tx: Db,
  now: Date,
  person: Person,
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
