import type { Kysely } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { kyselyOn } from '../database/open-database.ts'
import { createPool, keepSettings } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { copyTemplate, createDatabase, dropDatabase, inDatabase } from './database-copies.ts'

export interface TestDatabase {
  /** As the test server's superuser, for what no application role may do. */
  url: string
  /** As the application's two roles. */
  ownerUrl: string
  servingUrl: string
  /** Without PgBouncer, for a test's own connections. */
  directUrl: string
  /** Extra settings for a server on this database. */
  settings: Record<string, string>
  pool: pg.Pool
  db: Kysely<Tables>
  /** Closes the pool and drops the database, disconnecting anyone still connected. */
  drop(): Promise<void>
}

let made = 0

/** Creates a database for a test file or a single test: migrated and without rows, or `isEmpty`, without tables. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const server = inject('testServer')
  made += 1
  const name = `${server.template}_${process.pid}_${made}`
  await (isEmpty ? createDatabase : copyTemplate)(server, name)
  const url = inDatabase(server.url, name)
  const directUrl = inDatabase(server.directUrl, name)
  const isPooled = server.servingUrl !== server.directUrl
  const pool = createPool(url)
  if (isPooled) await keepSettings(pool)
  const db = kyselyOn(pool)
  return {
    url,
    ownerUrl: inDatabase(server.ownerUrl, name),
    servingUrl: inDatabase(server.servingUrl, name),
    directUrl,
    settings: isPooled ? { DATABASE_DIRECT_URL: directUrl } : {},
    pool,
    db,
    drop: async () => {
      await db.destroy()
      await dropDatabase(server.url, name)
    },
  }
}
