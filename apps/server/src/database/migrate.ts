import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { MINUTE_MS } from '../clock.ts'
import { checkout } from '../environment.ts'
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

const RESTORE_CUT_OFF = 'A restore of this database was interrupted. Run `npm run restore` again with --overwrite.'

/** An arbitrary advisory lock key; nothing else in this database uses it. */
const migrationLock = 4_702_111

/** Up to here the files create the tables that an earlier version created with twelve, ending with the one below. */
const LIKE_TWELVE = '0010_audit_log_and_news.sql'
const LAST_OF_TWELVE = '0012_questions_by_name.sql'
const ITS_CHECKSUM = 'b05901c95a1b4e2d37f3703664ba90a67d607bd630d1aedc47a432a7688f718a'

/** Applied by earlier versions that had not reached the last of those files yet. */
const OLDER = ['0001_accounts.sql', '0010_audit_and_news.sql']

/** Sets of files, by `digestOf`, that still had the functions in them and make the same tables as those of the same names here. */
const WITH_FUNCTIONS = new Set([
  '67bf4e96397411cc52346978a793c255d67c4c81de0ceee2157badca9880f87e',
  '32f099e7026001ba89ab9223c9f7d2fcde6f3afea06684c95b7c8840b926c30a',
  '27e0de1c13ddd0159432359ee69011c19bd51ce5baa9e87c176dd260a609af5e',
])

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

const TOO_OLD = `This database is too old for this version. Start a version that still has migrations/${LAST_OF_TWELVE} on it once, then this one.`

/**
 * Applies the pending `NNNN_name.sql` files in order, makes the functions, views and triggers again if any of that has changed,
 * all in one transaction, and grants the serving role its rights. Returns the names of what was applied. Processes that start at
 * the same time take turns, so each file is applied exactly once.
 * @param through the last file to apply, to get the tables of an earlier version, without functions
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
    const before = recorded.get(FUNCTIONS)
    recorded.delete(FUNCTIONS)
    const files = await readMigrations(folder)
    const applied = asHere(recorded, files)
    const pending = pendingOf(files, applied).filter(({ name }) => !through || name <= through)
    const functions = await readFunctions(join(folder, FUNCTIONS))
    const isCurrent = pending.length === 0 && before === functions.checksum
    const changes = isCurrent ? [] : through ? pending : [...pending, functions]
    if (changes.length)
      await inOneTransaction(client, async () => {
        if (applied !== recorded) await replace(client, applied)
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
export async function lastOf(migrations: readonly Applied[]): Promise<string> {
  const files = await readMigrations(migrationsFolder)
  const recorded = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  recorded.delete(FUNCTIONS)
  const applied = asHere(recorded, files)
  pendingOf(files, applied)
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
    const files = await readMigrations(migrationsFolder)
    const waiting = pendingOf(files, asHere(applied, files)).length
    if (waiting > 0) return `pending migrations: ${waiting}; the next start applies them`
    const isCurrent = functions === (await readFunctions(join(migrationsFolder, FUNCTIONS))).checksum
    return isCurrent ? undefined : 'functions and triggers of another version; the next start replaces them'
  } catch (error) {
    return (error as Error).message
  }
}

/** Maps an earlier version's files to those that create the same tables here. */
function asHere(applied: Checksums, files: Migration[]): Checksums {
  const isTwelve = applied.get(LAST_OF_TWELVE) === ITS_CHECKSUM && applied.size === 12
  if (isTwelve || WITH_FUNCTIONS.has(digestOf(applied)))
    return new Map(
      files
        .filter(({ name }) => (isTwelve ? name <= LIKE_TWELVE : applied.has(name)))
        .map(({ name, checksum }) => [name, checksum]),
    )
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

/** Of which files, in which form, a database was made. */
const digestOf = (applied: Checksums) =>
  sha256(
    [...applied]
      .map(([name, checksum]) => `${name} ${checksum}\n`)
      .sort()
      .join(''),
  )

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
    await withLongTimeout(client, migration.sql)
    await insert(client, migration.name, migration.checksum)
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Replaces the recorded migrations. */
async function replace(client: pg.PoolClient, applied: Checksums): Promise<void> {
  await client.query('delete from schema_migrations where name <> $1', [RESTORING])
  for (const [name, checksum] of applied) await insert(client, name, checksum)
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
