import type { Session } from '@arcadia/contract/accounts'
import { MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { endSessionsAt, openSession } from '../../http/sessions.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { forgetDevicesOf } from '../push-notices/push-notices.writes.ts'
import type { Origins } from './accounts.rules.ts'
import { toUser, type UserRow } from './accounts.writes.ts'
import { rememberOrigins } from './sign-in-guard.writes.ts'

/** Opens a session and remembers the browser and network; staff name a device that they keep. */
export async function signIn(
  tx: Db,
  now: Date,
  user: UserRow,
  origins: Origins,
  deviceName: string | null = null,
): Promise<Session> {
  await rememberOrigins(tx, now, user.id, origins)
  return { token: await openSession(tx, now, user, deviceName), user: toUser(user) }
}

/** How long a payment without an outcome keeps its session: more than it takes to be answered. */
const PAYING_MS = MINUTE_MS

/**
 * Ends every session of an account once nobody can be at checkout with it: the person may be signing up on a laptop and
 * opening the email on a phone. That is over when the hold is, however it goes (docs/rules.md §4.16). A waitlist offer stays with
 * the account without a session.
 */
export async function signOutAfterCheckout(tx: Db, now: Date, userId: number): Promise<void> {
  const hold = await tx
    .selectFrom('holds')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('waitlist_entry_id', 'is', null)
    .where('consumed_at', 'is', null)
    .where('released_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst()
  const isPaying = await hasPaymentUnderWay(tx, userId)
  if (!hold && !isPaying) return endWaysIn(tx, now, userId)
  const paidBy = isPaying ? now.getTime() + PAYING_MS : 0
  await endSessionsAt(tx, userId, new Date(Math.max(paidBy, hold?.expires_at.getTime() ?? 0)))
  await forgetDevicesOf(tx, userId)
}

export async function hasPaymentUnderWay(tx: Db, userId: number): Promise<boolean> {
  const open = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}
