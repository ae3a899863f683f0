import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** What opened pages count and jobs renew; it says nothing about a person. */
const OF_NOBODY = [
  'alarms_told',
  'book_comparisons',
  'funnel_counts',
  'last_seen',
  'merchant_connections',
  'rate_counters',
]

/** What a start with a production account says, or one without: whether guests wait for the opening. */
export async function setCardsAreReal(dataDir: string, areReal: boolean): Promise<void> {
  await using client = await connected(dataDir)
  await client.query('update booking_config set cards_are_real = $1', [areReal])
}

/** A digest of the rows of each table of the server that runs on `dataDir`, by which a journey sees what has changed. */
export async function fingerprint(dataDir: string): Promise<Record<string, string>> {
  await using client = await connected(dataDir)
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const names = rows.map(({ name }) => name).filter((name) => !OF_NOBODY.includes(name))
  const digests = names.map(
    (name) =>
      `(select count(*) || ' ' || md5(string_agg(row::text, ' ' order by row::text)) from ${name} row) as ${name}`,
  )
  return (await client.query(`select ${digests.join(', ')}`)).rows[0]
}

async function connected(dataDir: string) {
  const client = new pg.Client(addressIn(dataDir))
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** The embedded PostgreSQL, with the password and the port that it keeps there. */
function addressIn(dataDir: string): pg.ClientConfig {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const port = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3])
  return { host: '127.0.0.1', port, user: 'arcadia', database: 'arcadia', password }
}
