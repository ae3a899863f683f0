import type { PushDevice } from '@arcadia/contract/admin/push-notices'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { type IsPushService, isPointOnCurve, isPushService, newSenderKeys } from './push-message.rules.ts'
import { deleteDeviceOf, findKeys, type PushKeysRow, putDevice, putFirstKeys } from './push-notices.store.ts'

export interface PushDeps extends Pick<Base, 'db' | 'clock' | 'log' | 'encryption' | 'mailFrom'> {
  /** Overridden in tests, which run their own push service. */
  isPushService?: IsPushService | undefined
}

export function createPushNotices(deps: PushDeps) {
  const { db, clock } = deps
  const isKnown = deps.isPushService ?? isPushService

  return {
    async publicKey(): Promise<string> {
      return (await getOrCreateKeys(deps)).public_key
    },

    async keepDevice(caller: SignedIn, { endpoint, keys: { p256dh, auth } }: PushDevice): Promise<void> {
      const field = !isKnown(new URL(endpoint)) ? 'endpoint' : !isPointOnCurve(p256dh) ? 'keys.p256dh' : undefined
      if (field) throw new AppError('not-a-push-service', { path: field })
      await inTransaction(db, clock, async (tx, now) => {
        const { id, tokenHash } = caller
        const keys = { public_key: p256dh, auth_secret: auth }
        const device = { user_id: id, session: tokenHash, endpoint, ...keys, created_at: now }
        if (await putDevice(tx, device)) await record(tx, id, endpoint, 'on')
      })
    },

    async forgetDevice(userId: number, endpoint: string): Promise<void> {
      await inTransaction(db, clock, async (tx) => {
        if (await deleteDeviceOf(tx, userId, endpoint)) await record(tx, userId, endpoint, 'off')
      })
    },
  }
}

export async function getOrCreateKeys({ db, encryption }: Pick<PushDeps, 'db' | 'encryption'>): Promise<PushKeysRow> {
  const kept = await findKeys(db)
  if (kept) return kept
  const { publicKey, privateKey } = newSenderKeys()
  await putFirstKeys(db, { public_key: publicKey, private_key_encrypted: encryption.encrypt(privateKey) })
  return getOrCreateKeys({ db, encryption })
}

/** Logs only the host, because the endpoint URL is as good as a key. */
function record(tx: Db, id: number, endpoint: string, way: 'on' | 'off'): Promise<void> {
  const service = { service: new URL(endpoint).hostname }
  const [before, after] = way === 'on' ? [null, service] : [service, null]
  return recordChange(tx, id, `notifications.turned-${way}`, { kind: 'user', id }, before, after)
}
