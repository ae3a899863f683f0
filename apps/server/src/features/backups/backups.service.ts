import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Backups, NO_PLACE } from '@arcadia/contract/admin/backups'
import { isMissed } from '../../backup/backup-check.ts'
import { findLastBackup } from '../../backup/last-backup.writes.ts'
import type { Base } from '../../base.ts'
import { nextBackupAt } from './backups.rules.ts'
import {
  type BackupRow,
  type BackupSettings,
  getSettings,
  keepNext,
  listBackups,
  type StoredPlace,
} from './backups.store.ts'
import { folderOf } from './make-backups.service.ts'

/** What the owner sees; making them is a sweep's. */
export function createBackups({ db, clock, dataDir }: Pick<Base, 'db' | 'clock' | 'dataDir'>) {
  const folder = folderOf(dataDir)

  async function state(): Promise<Backups> {
    const now = clock.now()
    const [settings, rows, last] = await Promise.all([getSettings(db), listBackups(db), findLastBackup(db)])
    const { isPaused, ...place }: StoredPlace = settings.second_place ?? NO_PLACE
    const made = rows.filter(({ made_at }) => made_at)
    const next = rows.find(({ made_at }) => !made_at)
    // Without one, since the site began to make them.
    const since = last ?? rows[0]?.created_at
    return {
      made: made.map((row) => toBackup(row, settings)),
      next: {
        at: next?.next_try_at ?? nextBackupAt(now),
        isRunning: rows.some(({ done_at, leased_until }) => !done_at && leased_until && leased_until > now),
      },
      failure: next?.failure ?? made[0]?.failure ?? null,
      isMissed: since !== undefined && isMissed(since, now),
      folder,
      recoveryKey: settings.recovery_made_at && {
        madeAt: settings.recovery_made_at,
        triedAt: settings.recovery_tried_at,
      },
      secondPlace: { ...place, secret: '' },
      isPaused: isPaused ?? false,
      isSameDisk: isOnDiskOf(dataDir, settings.second_place),
    }
  }

  const toBackup = (row: BackupRow, { recovery_recipient }: BackupSettings): Backups['made'][number] => ({
    id: row.id,
    file: row.file!,
    takenAt: row.taken_at!,
    version: row.version ?? '',
    bytes: row.bytes!,
    bookings: row.bookings ?? 0,
    isHere: existsSync(join(folder, row.file!)),
    opensWith: !row.recipient ? 'NO_PAPER' : row.recipient === recovery_recipient ? 'THIS_KEY' : 'EARLIER_KEY',
    drillProblems: row.drill_problems,
    copiedAt: row.copied_at,
  })

  return {
    state,

    async backUpNow(): Promise<Backups> {
      await keepNext(db, clock.now(), clock.now())
      return state()
    },
  }
}

function isOnDiskOf(dataDir: string, place: StoredPlace | null): boolean {
  if (place?.kind !== 'FOLDER') return false
  try {
    return statSync(place.folder).dev === statSync(dataDir).dev
  } catch {
    // A disk that is not there is told by the copy that fails.
    return false
  }
}
