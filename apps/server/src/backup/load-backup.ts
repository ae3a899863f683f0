import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { lastOf, migrate, RESTORING } from '../database/migrate.ts'
import { HOLD_WAITING_MAILS } from '../mail/outbox.ts'
import { StartError } from '../start-error.ts'
import { checkBackup, END_OF_TABLE, type Head, linesOf, type Rows } from './backup-file.ts'
import { copyIn } from './copy-rows.ts'

/**
 * Numbers that were given after the backup are on receipts and in emails: none of them is given a second time. More than any
 * business here gives in the months that a backup may be old.
 */
const NUMBERS_LEFT_OUT = 100_000

interface Restore {
  /** Of the role that owns the tables; nobody else uses the database. */
  owner: pg.Pool
  servingRole: string
  dataDir: string
  file: string
  /** Whether bookings that are there may go. */
  overwrites: boolean
}

/**
 * Makes the database what it was when the backup was taken, and migrates it to this version. The file is read whole before
 * anything is touched. No server starts on it until `endRestore`; cut off, a restore is run again.
 */
export async function loadBackup(restore: Restore): Promise<{ head: Head; rows: Rows }> {
  const { owner, file } = restore
  const backup = await checkBackup(file)
  const through = await lastOf(backup.head.migrations)
  // One of its own: a big table takes longer than a connection of the pool waits for an answer.
  const client = new pg.Client({ ...owner.options, query_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await demandUnused(client)
    if (!restore.overwrites) await demandNoBookings(client)
    await dropEverything(client)
    await migrate(owner, { through })
    await inOneTransaction(client, () => fill(client, restore, backup.rows))
    await client.query('analyze')
    await migrate(owner, { servingRole: restore.servingRole, restores: true })
    return backup
  } finally {
    await client.end()
  }
}

/** Servers may start. */
export const endRestore = (owner: pg.Pool) => owner.query('delete from schema_migrations where name = $1', [RESTORING])

/** A server that goes on would write into what is being replaced. */
async function demandUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = 'arcadia-stream'`,
  )
  if (rows[0]!.count > 0)
    throw new StartError('restore: a server is using this database. Stop every one of them first.')
}

async function demandNoBookings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>("select to_regclass('bookings') is not null as is_there")
  if (!rows[0]!.is_there) return
  const { rows: bookings } = await client.query<{ count: number }>('select count(*)::integer as count from bookings')
  const { count } = bookings[0]!
  if (count > 0)
    throw new StartError(
      `restore: this database has ${count} ${count === 1 ? 'booking' : 'bookings'}. Take a backup of it, then say --overwrite to replace them.`,
    )
}

/** What migrations make; what belongs to an extension stays with it. */
async function dropEverything(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare
      statement text;
    begin
      -- All named before the first is gone.
      foreach statement in array array(
        select format('drop %s if exists %I cascade', case relkind when 'v' then 'view' else 'table' end, relname)
        from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v')
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

/** Rows come as they were: no trigger judges them, and foreign keys are made again over all of them at the end. */
async function fill(client: pg.Client, { file, dataDir }: Restore, expected: Rows): Promise<void> {
  const tables = Object.keys(expected)
  const { rows: keys } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { drop } of keys) await client.query(drop)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  // A migration may have put rows of its own there.
  await client.query(`truncate ${tables.join(', ')}`)

  const lines = linesOf(file)
  for (;;) {
    const { value, done } = await lines.next()
    if (done) break
    const line = value.toString()
    const [, table] = /^COPY (\w+) /.exec(line) ?? []
    if (table) {
      const loaded = await copyIn(client, line.slice(0, -2), rowsOf(lines))
      if (loaded !== expected[table])
        throw new StartError(`restore: ${table} took ${loaded} of ${expected[table]} rows.`)
    } else if (line.startsWith('-- sequence ')) {
      const [, , sequence, last] = line.trim().split(' ')
      await client.query('select setval($1::regclass, $2::bigint)', [sequence, Number(last) + NUMBERS_LEFT_OUT])
    } else if (line.startsWith('-- photo ')) {
      const [, , name, content] = line.trim().split(' ')
      await restorePhoto(dataDir, decodeURIComponent(name!), content!)
    }
  }
  await endWaits(client)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { add } of keys) await client.query(add)
  await client.query(HOLD_WAITING_MAILS)
  await client.query(`insert into schema_migrations (name, checksum) values ('${RESTORING}', '')`)
}

/** Whoever held a lease is gone, and what was put off is done while emails are held back. */
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

/** One that is there already stays. */
async function restorePhoto(dataDir: string, name: string, content: string): Promise<void> {
  const folder = join(dataDir, 'gallery')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, basename(name)), Buffer.from(content, 'base64'), { flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
}
