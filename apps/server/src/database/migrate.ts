import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { checkout } from '../environment.ts'
import { StartError } from '../start-error.ts'
import { grantServing } from './serving-role.ts'
import type { Db } from './transaction.ts'

const migrationsFolder = join(checkout, 'apps/server/migrations')

interface Applied {
  name: string
  checksum: string
}

interface Migration extends Applied {
  sql: string
}

/** Checksums by file name. */
type Checksums = Map<string, string>

/** A marker among the applied migrations during a restore, so no server starts on a half-restored database. */
export const RESTORING = 'restore under way'

const RESTORE_CUT_OFF = 'A restore of this database was interrupted. Run `npm run restore` again with --overwrite.'

/** An arbitrary advisory lock key; nothing else in this database uses it. */
const migrationLock = 4_702_111

const minutes = 60_000

/** The first ten files create the schema that an earlier version created with twelve, ending with this one. */
const TEN = 10
const LAST_OF_TWELVE = '0012_questions_by_name.sql'
const ITS_CHECKSUM = 'b05901c95a1b4e2d37f3703664ba90a67d607bd630d1aedc47a432a7688f718a'

/** Applied by earlier versions that had not reached the last of those files yet. */
const OLDER = ['0001_accounts.sql', '0010_audit_and_news.sql']

const TOO_OLD = `This database is too old for this version. Start a version that still has migrations/${LAST_OF_TWELVE} on it once, then this one.`

/**
 * Applies the pending `NNNN_name.sql` files in order, each in its own transaction, grants the serving role its rights, and
 * returns the names of the files. Processes that start at the same time take turns, so each file is applied exactly once.
 * @param through the last file to apply, to get the schema of an earlier version
 * @param restores true during a restore
 */
export async function migrate(
  owner: pg.Pool,
  {
    servingRole,
    folder = migrationsFolder,
    through,
    restores = false,
  }: { servingRole?: string; folder?: string; through?: string; restores?: boolean } = {},
): Promise<string[]> {
  const client = await owner.connect()
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = '5min'`)
    await withLongTimeout(client, `select pg_advisory_lock(${migrationLock})`)
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const recorded = await appliedChecksums(client)
    if (recorded.delete(RESTORING) && !restores) throw new StartError(RESTORE_CUT_OFF)
    const files = await readMigrations(folder)
    const applied = asHere(recorded, files)
    if (applied !== recorded) await replace(client, applied)
    const names: string[] = []
    for (const migration of pendingOf(files, applied)) {
      await apply(client, migration)
      names.push(migration.name)
      if (migration.name === through) break
    }
    if (servingRole) await grantServing(client, servingRole)
    return names
  } finally {
    // The connection is destroyed, not returned to the pool, to drop its settings and its lock in any case.
    client.release(true)
  }
}

/**
 * The last local file to apply so that the schema fits rows written under `migrations`.
 * @throws StartError if one of them is unknown here or has another checksum
 */
export async function lastOf(migrations: readonly Applied[]): Promise<string> {
  const files = await readMigrations(migrationsFolder)
  const applied = asHere(new Map(migrations.map(({ name, checksum }) => [name, checksum])), files)
  pendingOf(files, applied)
  return [...applied.keys()].at(-1)!
}

/** The triggers that protect days, money and the audit log: all triggers in the files except the notifying ones. */
export async function listGuards(): Promise<string[]> {
  const guards = new Set<string>()
  const trigger = /create (?:constraint )?trigger (\w+)[^;]*? execute function (?!announce_)|drop trigger (\w+)/g
  for (const { sql } of await readMigrations(migrationsFolder))
    for (const [, made, dropped] of sql.matchAll(trigger)) {
      if (made) guards.add(made)
      else guards.delete(dropped!)
    }
  return [...guards]
}

/** What must happen before this version can run on the database, as a sentence; undefined if nothing. */
export async function describePending(db: Db): Promise<string | undefined> {
  const { rows } = await sql<Applied>`select name, checksum from schema_migrations`.execute(db)
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  if (applied.delete(RESTORING)) return RESTORE_CUT_OFF
  try {
    const files = await readMigrations(migrationsFolder)
    const waiting = pendingOf(files, asHere(applied, files)).length
    return waiting === 0 ? undefined : `pending migrations: ${waiting}; the next start applies them`
  } catch (error) {
    return (error as Error).message
  }
}

/** Maps the earlier version's files to the ten files that replace them. */
function asHere(applied: Checksums, files: Migration[]): Checksums {
  if (applied.get(LAST_OF_TWELVE) === ITS_CHECKSUM && applied.size === 12)
    return new Map(files.slice(0, TEN).map(({ name, checksum }) => [name, checksum]))
  if (!applied.has(LAST_OF_TWELVE) && OLDER.some((name) => applied.has(name))) throw new StartError(TOO_OLD)
  return applied
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]
    if (!number) throw new StartError(`Migration ${name}: the name must look like 0001_accounts.sql.`)
    if (numbers.has(number)) throw new StartError(`Migration ${name}: the number ${number} is used twice.`)
    numbers.add(number)
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function appliedChecksums(client: pg.PoolClient): Promise<Checksums> {
  const { rows } = await client.query<Applied>('select name, checksum from schema_migrations')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function pendingOf(migrations: Migration[], applied: Checksums): Migration[] {
  const known = new Set(migrations.map(({ name }) => name))
  for (const name of applied.keys())
    if (!known.has(name))
      throw new StartError(
        `Migration ${name} is applied to this database but unknown here: it comes from a newer version.`,
      )
  return migrations.filter(({ name, checksum }) => {
    const before = applied.get(name)
    if (before !== undefined && before !== checksum)
      throw new StartError(`Migration ${name} was changed after it was applied. Restore it and add a new one instead.`)
    return before === undefined
  })
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await inOneTransaction(client, async () => {
      await withLongTimeout(client, migration.sql)
      await insert(client, migration.name, migration.checksum)
    })
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Replaces the recorded migrations. */
const replace = (client: pg.PoolClient, applied: Checksums) =>
  inOneTransaction(client, async () => {
    await client.query('delete from schema_migrations where name <> $1', [RESTORING])
    for (const [name, checksum] of applied) await insert(client, name, checksum)
  })

const insert = (client: pg.PoolClient, name: string, checksum: string) =>
  client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])

async function inOneTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** A migration of a big table may exceed the pool's query timeout. */
function withLongTimeout(client: pg.PoolClient, text: string) {
  return client.query({ text, query_timeout: 30 * minutes } as pg.QueryConfig)
}
