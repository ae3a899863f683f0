import type { Device } from '@arcadia/contract/admin/devices'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { openSessions, revokeSession, type SignedIn } from '../../http/sessions.ts'
import { forgetDeviceOfSession } from '../push-notices/push-notices.writes.ts'

/** Ends a session and the notifications that it turned on. */
export async function signOut(tx: Db, now: Date, tokenHash: Buffer): Promise<void> {
  await revokeSession(tx, now, tokenHash)
  await forgetDeviceOfSession(tx, tokenHash)
}

/** Where staff are signed in (docs/rules.md §4.21). */
export function createDevices({ db, clock }: Pick<Base, 'db' | 'clock'>) {
  return {
    async list({ id, tokenHash }: SignedIn): Promise<Device[]> {
      const sessions = await openSessions(db, clock.now(), id)
        .orderBy((row) => row('token_hash', '=', tokenHash), 'desc')
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return sessions.map((session) => ({
        id: session.id,
        name: session.device_name,
        signedInAt: session.created_at,
        lastUsedAt: session.last_used_at,
        endsAt: session.expires_at,
        isThisOne: session.token_hash.equals(tokenHash),
      }))
    },

    /** @throws AppError `device-not-found` */
    async end(caller: SignedIn, id: number): Promise<void> {
      await inTransaction(db, clock, async (tx, now) => {
        const session = await openSessions(tx, now, caller.id).where('id', '=', id).executeTakeFirst()
        if (!session) throw new AppError('device-not-found')
        await signOut(tx, now, session.token_hash)
      })
    },

    async endOthers(caller: SignedIn): Promise<void> {
      await inTransaction(db, clock, async (tx, now) => {
        const others = await openSessions(tx, now, caller.id).where('token_hash', '!=', caller.tokenHash).execute()
        for (const { token_hash } of others) await signOut(tx, now, token_hash)
      })
    },
  }
}
