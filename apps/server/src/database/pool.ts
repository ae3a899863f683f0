import pg from 'pg'
import type { Logger } from 'pino'

/** The part of the logger that the database code uses. */
export type DatabaseLog = Pick<Logger, 'info' | 'warn'>

const { builtins } = pg.types
/** The type of date[], missing in the driver; its elements need no quotes. */
const DATE_ARRAY = 1182

/** Dates stay 'yyyy-MM-dd' strings: a Date object would shift them by the machine's time zone. */
const types = new pg.TypeOverrides()
types.setTypeParser(builtins.DATE, (text) => text)
types.setTypeParser(DATE_ARRAY, (text) => text.slice(1, -1).split(',').filter(Boolean))
types.setTypeParser(builtins.INT8, Number)

/** Every wait has a timeout: for a connection, a statement, an answer lost on the network, an idle transaction. */
const ourTimeouts = { connectionTimeoutMillis: 10_000, query_timeout: 35_000 }
const serverTimeouts = { statement_timeout: 30_000, lock_timeout: 5000, idle_in_transaction_session_timeout: 15_000 }

/** Stores the connection settings in the database, because a pooler refuses them as startup parameters. */
export async function keepSettings(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
  const statements = Object.entries({ ...serverTimeouts, TimeZone: 'UTC' }).map(
    ([setting, value]) => `alter database ${rows[0]!.name} set ${setting} = '${value}'`,
  )
  // One multi-statement query is one transaction. The lock serializes processes: PostgreSQL rejects concurrent ALTER DATABASE.
  await owner.query(['select pg_advisory_xact_lock(6, 0)', ...statements].join('; '))
}

/**
 * Connections with our types and timeouts, in UTC. A lost connection is replaced; its query fails with an error that
 * `isDatabaseAway` recognizes.
 * @param isPooled true behind a transaction-level pooler (`keepSettings`)
 */
export function createPool(url: string, log?: DatabaseLog, isPooled = false): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'arcadia',
    keepAlive: true,
    max: 20,
    types,
    ...ourTimeouts,
    onConnect: refuseStandby,
    ...(!isPooled && { ...serverTimeouts, options: '-c TimeZone=UTC' }),
  })
  // Only the message is logged; the error contains the whole client object.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log?.warn(`an idle database connection was lost: ${message}`)
  })
  pool.on('connect', (client) => {
    // The pool listens only to idle connections, and an unhandled error event crashes the process.
    client.on('error', () => {})
  })
  return pool
}

/** During a failover the address may lead to a standby, and the connection would stay there. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ in_hot_standby: string }>('show in_hot_standby')
  if (rows[0]?.in_hot_standby === 'on') throw Object.assign(new Error('the server is a standby'), { code: '25006' })
}
