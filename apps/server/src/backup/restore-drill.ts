import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { kyselyOn } from '../database/open-database.ts'
import { createPool } from '../database/pool.ts'
import type { Db } from '../database/transaction.ts'
import { endRestore, loadBackup } from './load-backup.ts'
import type { Identity } from './seal.ts'

export interface Drill {
  /** The database that the backup is of, and its address for each of the two roles. */
  live: Db
  ownerUrl: string
  servingUrl: string
  dataDir: string
  encryptionKey: Buffer
  file: string
  identity: Identity
  /** What is wrong in a database, in the doctor's words. */
  examine(db: Db, url: string): Promise<string[]>
}

/**
 * Restores a backup into a database of its own beside the one it is of, and returns what the doctor finds wrong there that is
 * not wrong in that one. Leaves nothing behind, not even what an interrupted one did.
 */
export async function drill({ live, ownerUrl, servingUrl, file, identity, dataDir, encryptionKey, examine }: Drill) {
  const admin = new pg.Client({ connectionString: ownerUrl, application_name: 'arcadia-drill' })
  admin.on('error', () => {})
  const name = drillName(ownerUrl)
  const scratch = pg.escapeIdentifier(name)
  const drop = () => dropUnused(admin, scratch)
  await admin.connect()
  try {
    // Another process may be at it.
    await admin.query('select pg_advisory_lock($1)', [DRILL_LOCK])
    await drop()
    await admin.query(`create database ${scratch}`)
    const owner = createPool(inDatabase(ownerUrl, name))
    const url = inDatabase(servingUrl, name)
    const serving = createPool(url)
    try {
      const { rows } = await serving.query<{ role: string }>('select current_user as role')
      const servingRole = rows[0]!.role
      for (const pool of [owner, serving]) await demandScratch(pool, name)
      await loadBackup({ owner, servingRole, dataDir, encryptionKey, file, identity, overwrites: false })
      await endRestore(owner)
      const [before, after] = [await examine(live, servingUrl), await examine(kyselyOn(serving), url)]
      return after.filter((problem) => !before.includes(problem))
    } finally {
      await Promise.all([owner.end(), serving.end()])
    }
  } finally {
    await drop().catch(() => {})
    await admin.end()
  }
}

/** A pooler may lead every name to one database, and what is restored there replaces it. */
async function demandScratch(pool: pg.Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  if (rows[0]!.name !== name)
    throw new Error(
      `The backup was not tried out, because ${name} leads to the database ${rows[0]!.name}. Set DATABASE_OWNER_URL to the database itself, not to a pooler.`,
    )
}

/** Its own for each database, and never cut short, as a long name would be. */
export const drillName = (ownerUrl: string): string =>
  `arcadia_drill_${hash('sha256', new URL(ownerUrl).pathname, 'hex').slice(0, 16)}`

/** Connections that were just closed take a moment to end, and only a superuser may end another role's. */
async function dropUnused(admin: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await admin.query(`drop database if exists ${name}`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE || tries === 50) throw error
      await delay(200)
    }
  }
}
const IN_USE = '55006'

/** An arbitrary advisory lock key; nothing else in this database uses it. */
const DRILL_LOCK = 4_702_112

function inDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}
