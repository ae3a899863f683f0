import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { inDatabase, quoted } from './database-address.ts'

export interface TestDatabase {
  url: string
  pool: pg.Pool
  db: Kysely<Tables>
  /** Closes the pool and removes the database; whoever is still connected is cut off. */
  drop(): Promise<void>
}

let made = 0

/** A migrated, empty database of one's own, for a test file or a single test. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  made += 1
  const name = `${server.template}_${process.pid}_${made}`
  await onServer(server.url, `create database ${quoted(name)} template ${quoted(server.template)}`)
  const url = inDatabase(server.url, name)
  const pool = createPool(url)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    url,
    pool,
    db,
    drop: async () => {
      await db.destroy()
      await onServer(server.url, `drop database ${quoted(name)} with (force)`)
    },
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const pool = createPool(url)
  await pool.query(sql)
  await pool.end()
}
