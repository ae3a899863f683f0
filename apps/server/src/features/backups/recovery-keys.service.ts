import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkBackup } from '../../backup/backup-file.ts'
import { identityOfRecoveryKey, makeRecoveryKey, readRecoveryKey, recipientOf } from '../../backup/recovery-key.ts'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { StartError } from '../../start-error.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { keepNext, listBackups, updateSettings } from './backups.store.ts'
import { folderOf } from './make-backups.service.ts'

/** The key on paper (docs/rules.md §12.13). */
export function createRecoveryKeys({ db, clock, dataDir }: Pick<Base, 'db' | 'clock' | 'dataDir'>) {
  const folder = folderOf(dataDir)
  return {
    /** The key is kept nowhere; the next backup is made at once, so that one opens with it. */
    async make(userId: number): Promise<{ key: string }> {
      const key = makeRecoveryKey()
      const recipient = await recipientOf(await identityOfRecoveryKey(readRecoveryKey(key)!))
      await inTransaction(db, clock, async (tx, now) => {
        const made = { recovery_recipient: recipient, recovery_made_at: now, recovery_tried_at: null }
        await updateSettings(tx, made)
        await recordChange(tx, userId, 'backup.key-made', { kind: 'backup', id: 'recovery-key' }, null, null)
        await keepNext(tx, now, now)
      })
      return { key }
    },

    async try(typed: string) {
      const secret = readRecoveryKey(typed)
      if (!secret) throw new AppError('not-a-recovery-key', { path: 'key' })
      const identity = await identityOfRecoveryKey(secret)
      const kept = await listBackups(db)
      const last = kept.find(({ made_at, file }) => made_at && existsSync(join(folder, file!)))
      if (!last) throw new AppError('no-backup-here')
      const recipient = await recipientOf(identity)
      if (last.recipient !== recipient) {
        const isEarlier = kept.some((one) => one.recipient === recipient)
        throw new AppError(isEarlier ? 'recovery-key-is-earlier' : 'recovery-key-is-another', { path: 'key' })
      }
      const { head, rows } = await checkBackup(join(folder, last.file!), identity).catch((cause) => {
        throw cause instanceof StartError ? new AppError('backup-not-whole', { cause }) : cause
      })
      await inTransaction(db, clock, (tx, now) => updateSettings(tx, { recovery_tried_at: now }, recipient))
      return { takenAt: last.taken_at!, version: head.version ?? '', bookings: rows.bookings ?? 0 }
    },
  }
}
