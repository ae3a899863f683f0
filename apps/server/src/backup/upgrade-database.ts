import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Base } from '../base.ts'
import { migrate } from '../database/migrate.ts'
import type { OpenedDatabase } from '../database/open-database.ts'
import { inTransaction } from '../database/transaction.ts'
import { createEncryption } from '../encryption.ts'
import { demandKey } from '../encryption-key.ts'
import { getSettings, keepNext, listBackups, type MadeBackup, makeNext } from '../features/backups/backups.store.ts'
import { StartError } from '../start-error.ts'
import { version } from '../version.ts'
import { keepLastBackup } from './last-backup.writes.ts'
import { takeBackup } from './take-backup.ts'

interface Upgrade extends Pick<Base, 'clock' | 'dataDir' | 'encryptionKey'> {
  database: Pick<OpenedDatabase, 'owner' | 'ownerUrl' | 'servingRole'>
  /** The migrations of another version than this one. */
  folder?: string
}

/**
 * Brings the database to this version, and backs it up first where tables of an earlier one change (docs/rules.md §12.10).
 * @returns what was applied, and the backup if one was taken
 */
export async function upgradeDatabase(upgrade: Upgrade): Promise<{ applied: string[]; backup: string | undefined }> {
  const { owner, servingRole } = upgrade.database
  const backups = join(upgrade.dataDir, 'backups')
  let made: MadeBackup | undefined
  const before = async () => {
    const { encryptionKey, dataDir } = upgrade
    // With another key, nobody could open it with the right one.
    await demandKey(owner.db, { encryption: createEncryption(encryptionKey), dataDir })
    made = await backUp(upgrade, backups)
  }
  const applied = await migrate(owner.pool, { servingRole, folder: upgrade.folder, before })
  if (made) await list(upgrade, made, backups)
  return { applied, backup: made && join(backups, made.file) }
}

/** One name a version, so that a start that is repeated all night fills no disk. */
async function backUp({ database, clock, encryptionKey }: Upgrade, folder: string): Promise<MadeBackup> {
  const file = `before-${version}.sql.gz.age`
  const fresh = join(folder, `${file}.new`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(fresh, { force: true })
    const { recovery_recipient: recovery } = await getSettings(database.owner.db)
    const taken_at = clock.now()
    const sealed = { encryptionKey, recovery }
    const { bookings = 0 } = await takeBackup({ url: database.ownerUrl, file: fresh, sealed })
    const { size: bytes } = await stat(fresh)
    await rename(fresh, join(folder, file))
    return { file, version, recipient: recovery, bytes, bookings, taken_at }
  } catch (error) {
    throw new StartError(
      `The upgrade to ${version} has not begun, and nothing was changed: the backup before it failed. ${(error as Error).message}`,
    )
  }
}

/** It is one of the backups now: tried out, copied to the second place, and deleted as they are. */
async function list({ database, clock }: Upgrade, made: MadeBackup, folder: string): Promise<void> {
  const listed = await inTransaction(database.owner.db, clock, async (tx, made_at) => {
    await keepNext(tx, made_at, made_at)
    await makeNext(tx, { ...made, made_at })
    await keepLastBackup(tx, made.taken_at)
    return listBackups(tx)
  })
  // Of upgrades that never came to their end.
  for (const name of await readdir(folder))
    if (name.startsWith('before-') && !listed.some(({ file }) => file === name)) await rm(join(folder, name))
}
