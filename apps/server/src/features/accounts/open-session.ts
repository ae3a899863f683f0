import type { Session } from '@arcadia/contract/accounts'
import type { Db } from '../../database/transaction.ts'
import { openSession } from '../../http/sessions.ts'
import type { Origins } from './accounts.rules.ts'
import { toUser, type UserRow } from './accounts.store.ts'
import { rememberOrigins } from './sign-in-guard.store.ts'

/** Signs in, and remembers where from. */
export async function signIn(tx: Db, now: Date, user: UserRow, origins: Origins): Promise<Session> {
  await rememberOrigins(tx, now, user.id, origins)
  return { token: await openSession(tx, now, user), user: toUser(user) }
}
