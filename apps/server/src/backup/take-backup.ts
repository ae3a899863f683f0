import pg from 'pg'
import { createEncryption } from '../encryption.ts'
import { WAYS_IN } from '../http/ways-in.ts'
import { version } from '../version.ts'
import { END_OF_TABLE, type Rows, type WriteLine, writeBackup } from './backup-file.ts'
import { copyOut } from './copy-rows.ts'
import { identityOfSite, recipientOf } from './recovery-key.ts'
import type { Seal } from './seal.ts'

interface Wanted {
  /** Connects as a role that can read every table. */
  url: string
  file: string
  /** Encrypts the file to the site's own key, which is in it, and to the recovery key if there is one. */
  sealed?: { encryptionKey: Buffer; recovery: string | null } | undefined
}

/**
 * Writes a consistent snapshot of the database to one file while servers keep running. Encrypted
 * columns stay encrypted.
 */
export async function takeBackup({ url, file, sealed }: Wanted): Promise<Rows> {
  const seal = sealed && (await sealOf(sealed))
  const client = new pg.Client({
    connectionString: url,
    application_name: 'arcadia-backup',
    options: '-c TimeZone=UTC',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // One snapshot for all tables, so they are consistent with each other.
    await client.query('begin isolation level repeatable read, read only; set local statement_timeout = 0')
    const { rows: moment } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    )
    const { rows: bound } = await client.query<{ print: string }>(
      "select encode(digest, 'hex') as print from server_key",
    )
    const head = {
      version,
      takenAt: moment[0]!.at.toISOString(),
      migrations,
      belongsTo: bound[0]?.print,
      encryptionKey: sealed?.encryptionKey.toString('base64'),
    }
    const write = async (line: WriteLine) => {
      const rows: Rows = {}
      for (const { table, columns } of await listTables(client)) {
        const name = `${table} (${columns.join(', ')})`
        await line(`COPY ${name} FROM stdin;\n`)
        const kept = `select ${columns.join(', ')} from ${table} where ${ONLY[table] ?? 'true'}`
        rows[table] = await copyOut(client, `copy (${kept}) to stdout`, line)
        await line(END_OF_TABLE)
      }
      for (const { sequence, last } of await listSequences(client)) await line(`-- sequence ${sequence} ${last}\n`)
      return rows
    }
    return await writeBackup(file, head, write, seal)
  } finally {
    await client.end()
  }
}

async function sealOf({ encryptionKey, recovery }: NonNullable<Wanted['sealed']>): Promise<Seal> {
  const identity = await identityOfSite(createEncryption(encryptionKey))
  const own = await recipientOf(identity)
  return { identity, recipients: recovery ? [own, recovery] : [own] }
}

/** Row filters: payment links are kept, because they are reusable and only lead to a payment. */
const ONLY: Record<string, string> = { links: "purpose in ('PAY', 'PAY_VOUCHER')" }

/** What accounts let in, pending notifications, counters. Restoring it would revive ended sessions, feeds and used links. */
const LEFT_OUT = [
  'schema_migrations',
  'server_key',
  'last_seen',
  'last_backup',
  'alarms_told',
  ...WAYS_IN.filter((table) => !(table in ONLY)),
  'link_requests',
  'passkey_challenges',
  'push_notices',
  'rate_counters',
]

/** The tables to back up, with their columns except generated ones. */
async function listTables(client: pg.Client): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query(
    `
    select c.relname as table, array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`,
    [LEFT_OUT],
  )
  return rows
}

/** Read after the snapshot, so that no sequence is behind its rows. */
async function listSequences(client: pg.Client): Promise<{ sequence: string; last: string }[]> {
  const { rows } = await client.query(`
    select sequencename as sequence, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`)
  return rows
}
