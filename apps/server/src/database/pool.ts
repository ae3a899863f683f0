import pg from 'pg'
import type { Logger } from 'pino'

/** The part of the logger that the database code speaks to. */
export type DatabaseLog = Pick<Logger, 'info' | 'warn'>

const { builtins } = pg.types
/** date[], which the driver does not name; its elements need no quotes. */
const DATE_ARRAY = 1182

/** A trip's date stays the 'yyyy-MM-dd' it is: a Date would drag it through the machine's time zone. */
const types = new pg.TypeOverrides()
types.setTypeParser(builtins.DATE, (text) => text)
types.setTypeParser(DATE_ARRAY, (text) => text.slice(1, -1).split(',').filter(Boolean))
types.setTypeParser(builtins.INT8, Number)

/** Every wait has an end: for a connection, a statement, an answer the network lost, or a forgotten transaction. */
const ourTimeouts = { connectionTimeoutMillis: 10_000, query_timeout: 35_000 }
const serverTimeouts = { statement_timeout: 30_000, lock_timeout: 5000, idle_in_transaction_session_timeout: 15_000 }

/** What a connection says of itself when it begins, which a pooler refuses: as settings of the database instead. */
export async function keepSettings(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
  const statements = Object.entries({ ...serverTimeouts, TimeZone: 'UTC' }).map(
    ([setting, value]) => `alter database ${rows[0]!.name} set ${setting} = '${value}'`,
  )
  // Sent together they are one transaction. Of two processes that change a database at once PostgreSQL refuses one.
  await owner.query(['select pg_advisory_xact_lock(6, 0)', ...statements].join('; '))
}

/**
 * Connections with our types and our time-outs, in UTC. One that is lost is replaced; whoever was using it fails with an error
 * that `isDatabaseAway` knows.
 * @param isPooled whether a pooler is in between, which hands out connections for a transaction (`keepSettings`)
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
  // Only the message is logged, because the error carries the whole client object.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log?.warn(`an idle database connection was lost: ${message}`)
  })
  pool.on('connect', (client) => {
    // The pool listens to idle connections only, and an error that nobody listens to ends the process.
    client.on('error', () => {})
    if (!isPooled) keepPlans(client)
  })
  return pool
}

/**
 * A statement that begins with `/* prepared name *\/` is parsed and planned once a connection, which takes longer than to run it.
 * For the few that every hold needs, each with a text that never varies: PostgreSQL may plan it without knowing what is asked for.
 * None answers a table's `*`: a migration that adds a column, by a process of the next version, would make each later call fail.
 */
function keepPlans(client: pg.PoolClient): void {
  const query = (...asked: unknown[]) => Reflect.apply(pg.Client.prototype.query, client, asked)
  client.query = (text: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && /^\/\* prepared (\w+)/.exec(text)?.[1]
    return name ? query({ name, text, values: rest[0] }, ...rest.slice(1)) : query(text, ...rest)
  }
}

/** An address may lead to a standby while its primary is gone, and a connection that was made then would stay there. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ in_hot_standby: string }>('show in_hot_standby')
  if (rows[0]?.in_hot_standby === 'on') throw Object.assign(new Error('the server is a standby'), { code: '25006' })
}
