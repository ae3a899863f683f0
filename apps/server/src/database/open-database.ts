import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createPool, type DatabaseLog, keepSettings } from './pool.ts'
import type { Tables } from './tables.ts'

export type OpenedDatabase = Awaited<ReturnType<typeof openDatabase>>

const minServerVersion = 15

interface Addresses {
  databaseUrl?: string | undefined
  databaseOwnerUrl?: string | undefined
  /** The database itself if `databaseUrl` is a pooler. */
  databaseDirectUrl?: string | undefined
  dataDir: string
}

/**
 * Opens `databaseUrl`, or starts the embedded PostgreSQL in `dataDir`, which `close` also stops. With `joins`, it connects to
 * the database of a server already running on that folder.
 */
export async function openDatabase(
  { databaseUrl, databaseOwnerUrl, databaseDirectUrl, dataDir }: Addresses,
  log?: DatabaseLog,
  onLost?: (error: Error) => void,
  joins = false,
) {
  const embedded = databaseUrl
    ? undefined
    : ((joins ? await joinEmbeddedPostgres(dataDir) : undefined) ??
      (await startEmbeddedPostgres({ dataDir, log, onLost })))
  const url = databaseUrl ?? embedded!.url
  const ownerUrl = databaseOwnerUrl ?? embedded?.ownerUrl ?? databaseDirectUrl ?? url
  const pool = createPool(url, log, databaseDirectUrl !== undefined)
  const ownerPool = createPool(ownerUrl, log)
  const closeOnce = once(async () => {
    await Promise.all([endWithin(5000, pool), endWithin(5000, ownerPool)])
    await embedded?.close()
  })
  try {
    if (ownerUrl !== url) await checkServer(ownerPool, 'DATABASE_OWNER_URL', ownerUrl)
    if (databaseDirectUrl) await keepSettings(ownerPool)
    const servingRole = await checkServer(pool, 'DATABASE_URL', url)
    return {
      /** As the serving role, which has no more rights than it uses. */
      pool,
      db: kyselyOn(pool),
      /** For code that needs its own connection, such as a listener. */
      url: databaseDirectUrl ?? url,
      ownerUrl,
      servingRole,
      /** As the role that owns and migrates; the serving role if there is no other. */
      owner: { pool: ownerPool, db: kyselyOn(ownerPool) },
      close: closeOnce,
    }
  } catch (error) {
    await closeOnce()
    throw error
  }
}

export function kyselyOn(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Returns the role we are connected as. */
async function checkServer(pool: pg.Pool, variable: string, url: string): Promise<string> {
  const { rows } = await pool
    .query<{ version: string; role: string }>(
      "select current_setting('server_version') as version, current_user as role",
    )
    .catch((error: Error) => {
      throw new StartError(`${variable}: cannot use the database at ${hostOf(url)}: ${reasonOf(error)}`)
    })
  const { version, role } = rows[0]!
  if (Number.parseInt(version, 10) < minServerVersion)
    throw new StartError(
      `${variable}: the server at ${hostOf(url)} is PostgreSQL ${version}; ${minServerVersion} or newer is required.`,
    )
  return role
}

/** The address without user and password, which must not be logged. */
function hostOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'the given address'
  }
}

/** A refused connection to a host with two addresses is an AggregateError with an empty message. */
function reasonOf(error: Error): string {
  return error.message || (error instanceof AggregateError ? String(error.errors[0]?.message) : error.name)
}

/** A connection that was never returned to the pool must not block the exit. */
async function endWithin(milliseconds: number, pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([pool.end(), timeout])
  clearTimeout(timer)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
