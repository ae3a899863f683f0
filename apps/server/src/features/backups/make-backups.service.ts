import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT_BACKUPS } from '@arcadia/contract/admin/backups'
import { keepLastBackup } from '../../backup/last-backup.writes.ts'
import { identityOfSite } from '../../backup/recovery-key.ts'
import { drill } from '../../backup/restore-drill.ts'
import { takeBackup } from '../../backup/take-backup.ts'
import type { Base } from '../../base.ts'
import { HOUR_MS, MINUTE_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { createLeasedWork } from '../../jobs/leased-work.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import { version } from '../../version.ts'
import { backupName, isBackupName, nextBackupAt } from './backups.rules.ts'
import {
  type BackupRow,
  deleteBackup,
  endEarlier,
  getSettings,
  keepNext,
  leaseBackups,
  listBackups,
  sizeOfDatabase,
  updateBackup,
} from './backups.store.ts'
import { openPlace, type Place } from './second-place.ts'

export interface Deps
  extends Pick<Base, 'db' | 'clock' | 'log' | 'encryption' | 'encryptionKey' | 'dataDir' | 'ownerUrl' | 'servingUrl'> {
  /** What is wrong with the data of this database, or of a copy. */
  examineData(db: Db, url: string): Promise<string[]>
}

const MEGABYTE = 2 ** 20
/** Left for the database, which stops on a full disk. */
const SPARE_BYTES = 500 * MEGABYTE

export const folderOf = (dataDir: string): string => join(dataDir, 'backups')

/** The steps of a backup. */
function createSteps({ ownerUrl, ...deps }: Deps & { ownerUrl: string }) {
  const { db, clock, log, encryption, encryptionKey, dataDir, servingUrl, examineData } = deps
  const folder = folderOf(dataDir)
  async function make(row: BackupRow): Promise<BackupRow> {
    await demandSpace(1)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await clearUp()
    const { recovery_recipient: recovery } = await getSettings(db)
    const taken_at = clock.now()
    const file = backupName(taken_at)
    const path = join(folder, file)
    const { bookings = 0 } = await takeBackup({ url: ownerUrl, file: path, sealed: { encryptionKey, recovery } })
    const { size: bytes } = await stat(path)
    return inTransaction(db, clock, async (tx, made_at) => {
      const made = { file, version, recipient: recovery, bytes, bookings, taken_at, made_at, failure: null }
      await updateBackup(tx, row.id, made)
      await keepLastBackup(tx, taken_at)
      await endEarlier(tx, row.id, made_at)
      await keepNext(tx, made_at, nextBackupAt(made_at))
      return { ...row, ...made }
    })
  }

  /** What a process that died has left. A whole file stays: it may be what the site was just restored from. */
  async function clearUp(): Promise<void> {
    for (const name of await readdir(folder))
      if (/^arcadia-.*\.age\.unfinished$/.test(name)) await rm(join(folder, name), { force: true })
  }

  async function tryOut(made: BackupRow): Promise<void> {
    const file = join(folder, made.file!)
    const identity = await identityOfSite(encryption)
    const drilled = async () => {
      // The copy and its log, beside the database.
      await demandSpace(2)
      return drill({ live: db, ownerUrl, servingUrl, dataDir, encryptionKey, file, identity, examine: examineData })
    }
    const drill_problems = await drilled().catch((error: Error) => {
      log.error({ err: error }, 'a backup could not be tried out')
      return [isNotAllowed(error) ? MAY_NOT_CREATE : error.message]
    })
    await updateBackup(db, made.id, { drill_problems })
    made.drill_problems = drill_problems
  }

  async function demandSpace(times: number): Promise<void> {
    const { bavail, bsize } = await statfs(dataDir)
    const needed = times * (await sizeOfDatabase(db)) + SPARE_BYTES
    const free = bavail * bsize
    if (free < needed)
      throw new Error(
        `Not enough room on the disk: ${Math.floor(free / MEGABYTE)} MB are free, and ${Math.ceil(needed / MEGABYTE)} MB are needed.`,
      )
  }

  async function secondPlace(): Promise<Place | null> {
    const { second_place: place, second_secret_encrypted: sealed } = await getSettings(db)
    return place && !place.isPaused ? openPlace(place, (sealed && encryption.tryDecrypt(sealed)) ?? '') : null
  }

  async function copy({ id, file }: BackupRow): Promise<void> {
    const place = await secondPlace()
    if (!place) return
    await place.put(join(folder, file!))
    await updateBackup(db, id, { copied_at: clock.now() })
  }

  /** Keeps the newest, here and in the second place, and no older file that a restore or a process that died left unlisted. */
  async function prune(): Promise<void> {
    const place = await secondPlace()
    const made = (await listBackups(db)).filter(({ made_at }) => made_at)
    for (const { id, file } of made.slice(KEPT_BACKUPS)) {
      await rm(join(folder, file!), { force: true })
      if (place) await place.delete(file!).catch((error) => log.warn({ err: error }, 'an old backup stays'))
      await deleteBackup(db, id)
    }
    const kept = made.slice(0, KEPT_BACKUPS).map(({ file }) => file!)
    const oldest = kept.filter(isBackupName).at(-1)
    if (kept.length < KEPT_BACKUPS || !oldest) return
    for (const name of await readdir(folder).catch(() => []))
      if (isBackupName(name) && !kept.includes(name) && name < oldest) await rm(join(folder, name), { force: true })
  }

  return { make, tryOut, copy, prune }
}

/**
 * Makes each backup that is due, step by step: the file, the drill, the copy in the second place. A step that failed is tried
 * again an hour later, or by the next process if this one dies (docs/rules.md §12.12).
 */
export function createMakingBackups({ ownerUrl, ...deps }: Deps & { ownerUrl: string }) {
  const { db, clock, log } = deps
  const { make, tryOut, copy, prune } = createSteps({ ...deps, ownerUrl })

  async function work(row: BackupRow): Promise<void> {
    try {
      const made = row.made_at ? row : await make(row)
      // One that failed may have been put right since.
      if (made.drill_problems?.length !== 0) await tryOut(made)
      if (!made.copied_at) await copy(made)
      await prune()
      await updateBackup(db, row.id, { done_at: clock.now(), failure: null, leased_until: null })
    } catch (error) {
      log.error({ err: error }, 'a backup failed and will be tried again in an hour')
      const next_try_at = new Date(clock.now().getTime() + HOUR_MS)
      await updateBackup(db, row.id, { failure: (error as Error).message, next_try_at, leased_until: null })
    }
  }

  const leased = createLeasedWork<BackupRow>({
    name: 'backups',
    clock,
    log,
    leaseMs: 2 * MINUTE_MS,
    renewal: { everyMs: 30_000, renew: ({ id }, leased_until) => updateBackup(db, id, { leased_until }) },
    atOnce: 1,
    // A large one goes on while the sweep is seen to run.
    roundMs: 30_000,
    take: (lease) => leaseBackups(db, lease),
    work,
  })

  const sweep: Sweep = {
    name: 'backups',
    everyMs: 3000,
    async run() {
      await keepNext(db, clock.now(), nextBackupAt(clock.now()))
      await leased.sweep.run()
    },
    idle: leased.idle,
  }
  return { sweep, idle: leased.idle }
}

const MAY_NOT_CREATE =
  "The backup was not tried out, because the database's owner may not create another database: have an administrator run `alter role … createdb` for the role of DATABASE_OWNER_URL."

const isNotAllowed = (error: Error) => (error as { code?: string }).code === '42501'
