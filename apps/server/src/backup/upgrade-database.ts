import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { migrate } from '../database/migrate.ts'
import type { OpenedDatabase } from '../database/open-database.ts'
import { StartError } from '../start-error.ts'
import { version } from '../version.ts'
import { takeBackup } from './take-backup.ts'

interface Upgrade {
  database: Pick<OpenedDatabase, 'owner' | 'ownerUrl' | 'servingRole'>
  dataDir: string
  /** The migrations of another version than this one. */
  folder?: string
}

/**
 * Brings the database to this version, and backs it up first where tables of an earlier one change (docs/rules.md §12.10).
 * @returns what was applied, and the backup if one was taken
 */
export async function upgradeDatabase({ database, dataDir, folder }: Upgrade) {
  const { owner, ownerUrl, servingRole } = database
  let backup: string | undefined
  const before = async () => {
    backup = await backUp(ownerUrl, dataDir)
  }
  const applied = await migrate(owner.pool, { servingRole, folder, before })
  return { applied, backup }
}

/** One file, of the last upgrade: it has guests' data in it, and leads back one version. */
async function backUp(url: string, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups')
  const file = join(folder, `before-${version}.sql.gz`)
  const fresh = `${file}.new`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(fresh, { force: true })
    await takeBackup({ url, file: fresh })
    await rename(fresh, file)
    for (const name of await readdir(folder))
      if (name.startsWith('before-') && name !== basename(file)) await rm(join(folder, name))
  } catch (error) {
    throw new StartError(
      `The upgrade to ${version} has not begun, and nothing was changed: the backup before it failed. ${(error as Error).message}`,
    )
  }
  return file
}
