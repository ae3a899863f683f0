import type { Db } from '../../database/transaction.ts'
import { revokeAllSessions } from '../../http/sessions.ts'
import { forgetDevicesOf } from '../push-notices/push-notices.service.ts'

/** Ends every session of an account, and the notices to its devices: a phone that was lost reads no more names. */
export async function signOutEverywhere(tx: Db, now: Date, userId: number): Promise<void> {
  await revokeAllSessions(tx, now, userId)
  await forgetDevicesOf(tx, userId)
}
