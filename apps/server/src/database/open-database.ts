import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createPool, type DatabaseLog } from './pool.ts'
import type { Tables } from './tables.ts'

export interface OpenedDatabase {
  pool: pg.Pool
  db: Kysely<Tables>
  /** For whoever needs a connection of its own, such as a listener. */
  url: string
  close(): Promise<void>
}

const oldestServer = 15

/** Opens `databaseUrl`, or starts the embedded PostgreSQL in `dataDir`, which `close` then stops as well. */
export async function openDatabase(
  config: { databaseUrl?: string | undefined; dataDir: string },
  log?: DatabaseLog,
  onLost?: (error: Error) => void,
): Promise<OpenedDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log, onLost })
  const url = config.databaseUrl ?? embedded!.url
  const pool = createPool(url, log)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const closeOnce = once(async () => {
    await endWithin(5000, pool)
    await embedded?.close()
  })
  try {
    await checkServer(pool, url)
  } catch (error) {
    await closeOnce()
    throw error
  }
  return { pool, db, url, close: closeOnce }
}

async function checkServer(pool: pg.Pool, url: string): Promise<void> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version').catch((error: Error) => {
    throw new StartError(`DATABASE_URL: cannot use the database at ${hostOf(url)}: ${reasonOf(error)}`)
  })
  const version = rows[0]!.server_version
  if (Number.parseInt(version, 10) < oldestServer)
    throw new StartError(
      `DATABASE_URL: the server at ${hostOf(url)} is PostgreSQL ${version}; ${oldestServer} or newer is needed.`,
    )
}

/** The address without user and password, which must not reach a log. */
function hostOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'the given address'
  }
}

/** A refused connection to a name with two addresses is an AggregateError with an empty message. */
function reasonOf(error: Error): string {
  return error.message || (error instanceof AggregateError ? String(error.errors[0]?.message) : error.name)
}

/** A connection that somebody never gave back must not keep the process from ending. */
async function endWithin(milliseconds: number, pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([pool.end(), patience])
  clearTimeout(timer)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
