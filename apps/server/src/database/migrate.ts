import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { MINUTE_MS } from '../clock.ts'
import { checkout } from '../environment.ts'
import { shellCommand } from '../shell-command.ts'
import { StartError } from '../start-error.ts'
import { grantServing } from './serving-role.ts'
import type { Db } from './transaction.ts'

const migrationsFolder = join(checkout, 'apps/server/migrations')

/** In that folder: functions, views and triggers, replaced as a whole when any of them has changed. */
const FUNCTIONS = 'functions'

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

const RESTORE_CUT_OFF = `A restore of this database was interrupted. Run it again: ${shellCommand('restore', '--overwrite <backup>')}`

/** An arbitrary advisory lock key; nothing else in this database uses it. */
const migrationLock = 4_702_111

/**
 * Drops all triggers, views and functions but those that indexes and stored columns are made with, which are data and stand in
 * numbered files. New functions find the tables of this schema, and no others, whoever calls them.
 */
const DROP_FUNCTIONS = `
  do $$
  declare
    statement text;
  begin
    -- Lists all names before the first drop.
    foreach statement in array array(
      select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger join pg_class on pg_class.oid = tgrelid
        where relnamespace = current_schema()::regnamespace and not tgisinternal
      union all
      -- A view of views is younger than they are, and goes first.
      (select format('drop view %s', oid::regclass) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'v' order by oid desc)
      union all
      select format('drop function %s', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
          and not exists (select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = p.oid
            and classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass)))
    loop
      execute statement;
    end loop;
    perform set_config('search_path', format('%I, pg_temp', current_schema()), true);
  end $$;
  set local check_function_bodies = off`

/** @param what was made: 'database' or 'backup' */
const tooOld = (what: string) =>
  `This ${what} was made before version 1.0.0 and can't be upgraded. Start with a new DATA_DIR or database; the version it was made by gives its CSV files.`

const GO_BACK =
  ' Start that version. To go back from it, restore the backup that its upgrade took (in DATA_DIR/backups): what was booked since is not in it.'

/**
 * Applies the pending `NNNN_name.sql` files in order, makes the functions, views and triggers again if any of that has changed,
 * all in one transaction, and grants the serving role its rights. Returns the names of what was applied. Processes that start at
 * the same time take turns, so each file is applied exactly once.
 * @param through the last file to apply, to get the tables of an earlier version, without functions
 * @param before run before the tables of an earlier version change, while no other process can change them
 * @param restores true during a restore
 */
export async function migrate(
  owner: pg.Pool,
  {
    servingRole,
    folder = migrationsFolder,
    through,
    restores = false,
    before = async () => {},
  }: {
    servingRole?: string
    folder?: string | undefined
    through?: string
    restores?: boolean
    before?: () => Promise<void>
  } = {},
): Promise<string[]> {
  const client = await owner.connect()
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = '5min'`)
    await withLongTimeout(client, `select pg_advisory_lock(${migrationLock})`)
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await appliedChecksums(client)
    if (applied.delete(RESTORING) && !restores) throw new StartError(RESTORE_CUT_OFF)
    const appliedFunctions = applied.get(FUNCTIONS)
    applied.delete(FUNCTIONS)
    const files = await readMigrations(folder)
    const pending = pendingOf(files, applied).filter(({ name }) => !through || name <= through)
    const functions = await readFunctions(join(folder, FUNCTIONS))
    const isCurrent = pending.length === 0 && appliedFunctions === functions.checksum
    const changes = isCurrent ? [] : through ? pending : [...pending, functions]
    if (applied.size > 0 && pending.length > 0) await before()
    if (changes.length)
      await inOneTransaction(client, async () => {
        // Columns may change that they name.
        await client.query(DROP_FUNCTIONS)
        for (const migration of changes) await apply(client, migration)
      })
    if (servingRole) await grantServing(client, servingRole)
    return changes.map(({ name }) => name)
  } finally {
    // The connection is destroyed, not returned to the pool, to drop its settings and its lock in any case.
    client.release(true)
  }
}

/**
 * The last local file to apply so that the schema fits rows written under `migrations`.
 * @throws StartError if one of them is unknown here or has another checksum
 */
export async function lastOf(migrations: readonly Applied[], folder = migrationsFolder): Promise<string> {
  const applied = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  applied.delete(FUNCTIONS)
  pendingOf(await readMigrations(folder), applied, 'backup')
  return [...applied.keys()].at(-1)!
}

/** The triggers that protect days, money and the audit log: all triggers except the notifying ones. */
export async function listGuards(): Promise<string[]> {
  const { sql } = await readFunctions(join(migrationsFolder, FUNCTIONS))
  const trigger = /create (?:constraint )?trigger (\w+)[^;]*? execute function (?!announce_)/g
  return Array.from(sql.matchAll(trigger), ([, name]) => name!)
}

/** What must happen before this version can run on the database, as a sentence; undefined if nothing. */
export async function describePending(db: Db): Promise<string | undefined> {
  const { rows } = await sql<Applied>`select name, checksum from schema_migrations`.execute(db)
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  if (applied.delete(RESTORING)) return RESTORE_CUT_OFF
  const functions = applied.get(FUNCTIONS)
  applied.delete(FUNCTIONS)
  try {
    const waiting = pendingOf(await readMigrations(migrationsFolder), applied).length
    if (waiting > 0) return `pending migrations: ${waiting}; the next start applies them`
    const isCurrent = functions === (await readFunctions(join(migrationsFolder, FUNCTIONS))).checksum
    return isCurrent ? undefined : 'functions and triggers of another version; the next start replaces them'
  } catch (error) {
    return (error as Error).message
  }
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
  return Promise.all(names.map(async (name) => migrationOf(name, await readFile(join(folder, name), 'utf8'))))
}

/**
 * All functions, views and triggers as one migration. Each file has its functions and their triggers; the bodies of functions
 * are read when they run, so the order of the files does not matter to them.
 */
async function readFunctions(folder: string): Promise<Migration> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return migrationOf(FUNCTIONS, texts.join('\n'))
}

const migrationOf = (name: string, sql: string): Migration => ({ name, sql, checksum: sha256(sql) })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function appliedChecksums(client: pg.PoolClient): Promise<Checksums> {
  const { rows } = await client.query<Applied>('select name, checksum from schema_migrations')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/**
 * The files that wait. Released ones never change, so others of the same name are from before the first release.
 * @throws StartError if something else is applied
 */
function pendingOf(files: Migration[], applied: Checksums, what = 'database'): Migration[] {
  const pending = files.filter(({ name }) => !applied.has(name))
  const isOurs = files.every(({ name, checksum }) => (applied.get(name) ?? checksum) === checksum)
  if (applied.size > 0 && (!isOurs || pending[0] === files[0])) throw new StartError(tooOld(what))
  for (const name of applied.keys())
    if (!files.some((file) => file.name === name)) {
      // A later version only adds to the end.
      if (name < files.at(-1)!.name) throw new StartError(tooOld(what))
      throw new StartError(
        `Migration ${name} is applied to this ${what} but unknown here: it comes from a newer version.${what === 'database' ? GO_BACK : ''}`,
      )
    }
  return pending
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await withLongTimeout(client, migration.sql)
    await insert(client, migration.name, migration.checksum)
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

const insert = (client: pg.PoolClient, name: string, checksum: string) =>
  client.query(
    `insert into schema_migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )

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
  return client.query({ text, query_timeout: 30 * MINUTE_MS } as pg.QueryConfig)
}
