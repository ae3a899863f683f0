import type { Session } from '@arcadia/contract/accounts'
import type { Db } from '../../database/transaction.ts'
import { openSession, revokeAllSessions } from '../../http/sessions.ts'
import { forgetDevicesOf } from '../push-notices/push-notices.service.ts'
import type { Origins } from './accounts.rules.ts'
import { toUser, type UserRow } from './accounts.store.ts'
import { rememberOrigins } from './sign-in-guard.store.ts'

/** Opens a session and remembers the browser and network. */
export async function signIn(tx: Db, now: Date, user: UserRow, origins: Origins): Promise<Session> {
  await rememberOrigins(tx, now, user.id, origins)
  return { token: await openSession(tx, now, user), user: toUser(user) }
}

/** Ends every session and push subscription of an account, so a lost phone shows no more names. */
export async function signOutEverywhere(tx: Db, now: Date, userId: number): Promise<void> {
  await revokeAllSessions(tx, now, userId)
  await forgetDevicesOf(tx, userId)
}
