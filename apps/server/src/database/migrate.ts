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

interface Migration {
  name: string
  checksum: string
  sql: string
  /** What counts as applied in its place and that of all before it. */
  becomes?: Migration[]
}

/** Stands among the applied migrations while a restore is under way: no server starts on half of one. */
export const RESTORING = 'restore under way'

const RESTORE_CUT_OFF = 'A restore of this database was cut off. Run `npm run restore` again, with --overwrite.'

/** Any number that nothing else in this database uses as an advisory lock. */
const migrationLock = 4_702_111

const minutes = 60_000

/** The files in `older` became the first ten: a database that began with them goes through the rest, and has run the ten then. */
const TEN = 10

/** Stands where files ran that came before even those. */
const TOO_OLD = '0005_oversell_guard.sql'

/**
 * Applies the `NNNN_name.sql` files that are not applied yet, in order, each in a transaction of its own, and returns
 * their names. Then gives the serving role its rights. Processes that start at once take turns, so that each file is applied
 * exactly once.
 * @param through the last one to apply, for a schema of an earlier version
 * @param restores whether this is part of a restore
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
    await patiently(client, `select pg_advisory_lock(${migrationLock})`)
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await appliedChecksums(client)
    if (applied.delete(RESTORING) && !restores) throw new StartError(RESTORE_CUT_OFF)
    const files = await filesOf([...applied.keys(), through ?? ''], folder)
    const names: string[] = []
    for (const migration of pendingOf(files, applied)) {
      await apply(client, migration)
      names.push(migration.name)
      if (migration.name === through) break
    }
    if (servingRole) await grantServing(client, servingRole)
    return names
  } finally {
    // The connection is thrown away rather than returned, so that its settings and its lock go with it whatever
    // happened.
    client.release(true)
  }
}

/** Says which of the migrations that made some data are unknown here, or known otherwise. */
export async function demandKnown(applied: readonly { name: string; checksum: string }[]): Promise<void> {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  pendingOf(await filesOf(checksums.keys()), checksums)
}

/** The triggers that keep days, money and the log: all that the files make, less those that only tell of a change. */
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

/** What has to happen before this version runs on the database, as a sentence; undefined when nothing has. */
export async function describePending(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migrations`.execute(
    db,
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  if (applied.delete(RESTORING)) return RESTORE_CUT_OFF
  try {
    const waiting = pendingOf(await filesOf(applied.keys()), applied).length
    return waiting === 0
      ? undefined
      : `${waiting} of the migrations here are not applied yet: the next start applies them`
  } catch (error) {
    return (error as Error).message
  }
}

/** The files that a database goes by where these are known to it, in order. */
async function filesOf(known: Iterable<string>, folder = migrationsFolder): Promise<Migration[]> {
  const names = new Set(known)
  if (names.has(TOO_OLD))
    throw new StartError(
      'This database is older than the files here start from. Start a version that still has migrations/older/0200_to_ten_files.sql on it once, then this one.',
    )
  const files = await readMigrations(folder)
  const older = await readMigrations(join(migrationsFolder, 'older'))
  if (!older.some(({ name }) => names.has(name))) return files
  older.at(-1)!.becomes = files.slice(0, TEN)
  return [...older, ...files.slice(TEN)]
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]
    if (!number) throw new StartError(`Migration ${name}: the name must read like 0001_accounts.sql.`)
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

async function appliedChecksums(client: pg.PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function pendingOf(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name))
  for (const name of applied.keys())
    if (!known.has(name))
      throw new StartError(`Migration ${name} is applied to this database but unknown here: a newer version wrote it.`)
  return migrations.filter(({ name, checksum }) => {
    const before = applied.get(name)
    if (before !== undefined && before !== checksum)
      throw new StartError(`Migration ${name} was changed after it was applied. Restore it and add a new one instead.`)
    return before === undefined
  })
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { becomes } = migration
  try {
    await inOneTransaction(client, async () => {
      await patiently(client, migration.sql)
      if (becomes) await client.query('delete from schema_migrations where name <> $1', [RESTORING])
      for (const { name, checksum } of becomes ?? [migration])
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    })
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

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

/** A big table may take longer than the pool waits for an answer. */
function patiently(client: pg.PoolClient, text: string) {
  return client.query({ text, query_timeout: 30 * minutes } as pg.QueryConfig)
}
