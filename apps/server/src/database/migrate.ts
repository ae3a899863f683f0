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
}

/** Stands among the applied migrations while a restore is under way: no server starts on half of one. */
export const RESTORING = 'restore under way'

const RESTORE_CUT_OFF = 'A restore of this database was cut off. Run `npm run restore` again, with --overwrite.'

/** Any number that nothing else in this database uses as an advisory lock. */
const migrationLock = 4_702_111

const minutes = 60_000

/** Forty-one files became ten. Where the last of the old ones ran, `older` brings what changed since, and the ten count as applied. */
const OLD = { guard: '0005_oversell_guard.sql', last: '0200_lapses_by_name.sql', became: '0010_audit_log_and_news.sql' }
const olderFolder = join(migrationsFolder, 'older')

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
    through = '9999',
    restores = false,
  }: { servingRole?: string; folder?: string; through?: string; restores?: boolean } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await owner.connect()
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = '5min'`)
    await patiently(client, `select pg_advisory_lock(${migrationLock})`)
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    await adoptOld(client, migrations)
    const applied = await appliedChecksums(client)
    if (applied.delete(RESTORING) && !restores) throw new StartError(RESTORE_CUT_OFF)
    const pending = pendingOf(migrations, applied).filter(({ name }) => name <= through)
    for (const migration of pending) await apply(client, migration)
    if (servingRole) await grantServing(client, servingRole)
    return pending.map(({ name }) => name)
  } finally {
    // The connection is thrown away rather than returned, so that its settings and its lock go with it whatever
    // happened.
    client.release(true)
  }
}

/** Says which of the migrations that made some data are unknown here, or known otherwise. */
export async function demandKnown(applied: readonly { name: string; checksum: string }[]): Promise<void> {
  pendingOf(await readMigrations(migrationsFolder), new Map(applied.map(({ name, checksum }) => [name, checksum])))
}

/** What has to happen before this version runs on the database, as a sentence; undefined when nothing has. */
export async function describePending(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migrations`.execute(
    db,
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  if (applied.delete(RESTORING)) return RESTORE_CUT_OFF
  try {
    const waiting = pendingOf(await readMigrations(migrationsFolder), applied).length
    return waiting === 0
      ? undefined
      : `${waiting} of the migrations here are not applied yet: the next start applies them`
  } catch (error) {
    return (error as Error).message
  }
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

async function adoptOld(client: pg.PoolClient, migrations: Migration[]): Promise<void> {
  const applied = await appliedChecksums(client)
  if (!applied.has(OLD.guard)) return
  if (!applied.has(OLD.last))
    throw new StartError(
      `This database is older than the files here start from. Start a version that still has ${OLD.last} on it once, then this one.`,
    )
  const older = await readMigrations(olderFolder)
  await inOneTransaction(client, async () => {
    for (const { sql } of older) await patiently(client, sql)
    await client.query('delete from schema_migrations')
    for (const migration of migrations.filter(({ name }) => name <= OLD.became)) await markApplied(client, migration)
  })
}

function markApplied(client: pg.PoolClient, { name, checksum }: Migration) {
  return client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
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
  try {
    await inOneTransaction(client, async () => {
      await patiently(client, migration.sql)
      await markApplied(client, migration)
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
