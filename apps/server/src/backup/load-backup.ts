import { join } from 'node:path'
import pg from 'pg'
import { lastOf, migrate, RESTORING } from '../database/migrate.ts'
import { WHAT_IT_OPENED } from '../encryption-key.ts'
import { PAUSE_SECOND_PLACE } from '../features/backups/backups.store.ts'
import { KEEP_ACCOUNTS, KEEP_PASSKEYS } from '../features/people/since-backup.store.ts'
import { HOLD_WAITING_MAILS } from '../mail/outbox.ts'
import { shellCommand } from '../shell-command.ts'
import { StartError } from '../start-error.ts'
import { checkBackup, copyOf, END_OF_TABLE, type Head, keyPrint, linesOf, type Rows } from './backup-file.ts'
import { copyIn } from './copy-rows.ts'
import type { Identity } from './seal.ts'

/**
 * Skips ids that may have been issued after the backup, because receipts and emails quote them. The gap is larger than what a
 * business could issue in the months since an old backup.
 */
const ID_GAP = 100_000

interface Restore {
  /** As the role that owns the tables; nothing else may be using the database. */
  owner: pg.Pool
  servingRole: string
  dataDir: string
  /** The key of this site; null if the one of the backup is lost, so that its secrets are forgotten. */
  encryptionKey: Buffer | null
  file: string
  /** Opens the file if it is sealed. */
  identity?: Identity | undefined
  /** Allow overwriting existing bookings. */
  overwrites: boolean
  /** The migrations of another version than this one. */
  folder?: string | undefined
}

/**
 * Restores the database to the moment of the backup and migrates it to this version. The file is verified before
 * anything is touched. No server starts on it until `endRestore`; an interrupted restore has to be run again.
 */
export async function loadBackup(restore: Restore): Promise<{ head: Head; rows: Rows }> {
  const { owner, file, identity, folder } = restore
  const backup = await checkBackup(file, identity)
  demandKey(restore, backup.head)
  const through = await lastOf(backup.head.migrations, folder)
  // A separate client, because loading a big table exceeds the pool's query timeout.
  const client = new pg.Client({ ...owner.options, query_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await demandUnused(client, 'restore')
    if (!restore.overwrites) await demandNoBookings(client)
    await keepAccounts(client)
    await dropEverything(client)
    await migrate(owner, { folder, through })
    await inOneTransaction(client, () => fill(client, restore, backup.rows))
    await client.query('analyze')
    await migrate(owner, { folder, servingRole: restore.servingRole, restores: true })
    return backup
  } finally {
    await client.end()
  }
}

/** Lets servers start again. */
export async function endRestore(owner: pg.Pool): Promise<void> {
  await owner.query('drop table if exists replaced_accounts, replaced_passkeys')
  await owner.query('delete from schema_migrations where name = $1', [RESTORING])
}

function demandKey({ dataDir, encryptionKey }: Restore, head: Head): void {
  if (!encryptionKey || !head.belongsTo || head.belongsTo === keyPrint(encryptionKey)) return
  throw new StartError(
    `restore: this backup was made with another encryption key. Copy the old site's encryption-key to ${join(dataDir, 'encryption-key')}, or set its ENCRYPTION_KEY, and restore again. If that key is lost: ${shellCommand('restore', '--without-key <backup>')}. ${WHAT_IT_OPENED}`,
  )
}

/** A running server would write to the tables being replaced. */
export async function demandUnused(client: Pick<pg.Client, 'query'>, command: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = 'arcadia-stream'`,
  )
  if (rows[0]!.count > 0) throw new StartError(`${command}: a server is using this database. Stop all servers first.`)
}

async function demandNoBookings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>("select to_regclass('bookings') is not null as is_there")
  if (!rows[0]!.is_there) return
  const { rows: bookings } = await client.query<{ count: number }>('select count(*)::integer as count from bookings')
  const { count } = bookings[0]!
  if (count > 0)
    throw new StartError(
      `restore: this database has ${count} ${count === 1 ? 'booking' : 'bookings'}. Back it up, then replace them: ${shellCommand('restore', '--overwrite <backup>')}`,
    )
}

/** Once: after an interrupted restore the accounts are those of the backup. An empty or damaged database has none to keep. */
async function keepAccounts(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_kept: boolean }>(
    "select to_regclass('replaced_accounts') is not null as is_kept",
  )
  if (rows[0]!.is_kept) return
  // First, because the accounts say that both are kept.
  await client.query(KEEP_PASSKEYS).catch(() => undefined)
  await client.query(KEEP_ACCOUNTS).catch(() => client.query('create table replaced_accounts ()'))
}

/** Drops everything the migrations created, but not the accounts and passkeys that were kept; extensions stay. */
async function dropEverything(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare
      statement text;
    begin
      -- Lists all names before the first drop.
      foreach statement in array array(
        select format('drop %s if exists %I cascade', case relkind when 'v' then 'view' else 'table' end, relname)
        from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v')
          and relname not in ('replaced_accounts', 'replaced_passkeys')
        union all
        select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e'))
      loop
        execute statement;
      end loop;
    end $$`)
}

async function inOneTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Loads the rows unchanged: there are no triggers yet, and foreign keys are recreated at the end, which checks them all. */
async function fill(client: pg.Client, { file, identity }: Restore, expected: Rows): Promise<void> {
  const tables = Object.keys(expected)
  const { rows: ours } = await client.query<{ relname: string }>(
    "select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  )
  const foreign = tables.find((table) => !ours.some(({ relname }) => relname === table))
  if (foreign) throw new StartError(`restore: ${file} has a table ${foreign}, which this application has not.`)
  const { rows: keys } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { drop } of keys) await client.query(drop)
  // Migrations may have inserted rows.
  await client.query(`truncate ${tables.join(', ')}`)

  const lines = linesOf(file, identity)
  for (;;) {
    const { value, done } = await lines.next()
    if (done) break
    const line = value.toString()
    const copy = copyOf(file, value)
    if (copy) {
      const { table, statement } = copy
      const loaded = await copyIn(client, statement, rowsOf(lines))
      if (loaded !== expected[table])
        throw new StartError(`restore: ${table} loaded ${loaded} of ${expected[table]} rows.`)
    } else if (line.startsWith('-- sequence ')) {
      const [, , sequence, last] = line.trim().split(' ')
      await client.query('select setval($1::regclass, $2::bigint)', [sequence, Number(last) + ID_GAP])
    }
  }
  await endWaits(client)
  for (const { add } of keys) await client.query(add)
  await client.query(HOLD_WAITING_MAILS)
  await client.query(PAUSE_SECOND_PLACE)
  await client.query(`insert into schema_migrations (name, checksum) values ('${RESTORING}', '')`)
}

/** Ends leases, whose processes are gone, and retry delays, so that due work runs while emails are held back. */
async function endWaits(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('update %1$s set %2$I = now() where %2$I > now()', attrelid::regclass, attname) as statement
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and not attisdropped
      and attname in ('leased_until', 'refresh_lease_until', 'next_try_at')`)
  for (const { statement } of rows) await client.query(statement)
}

async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done || value.toString() === END_OF_TABLE) return
    yield value
  }
}
