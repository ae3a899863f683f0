import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { createPool } from '../database/pool.ts'
import { inDatabase, quoted } from './database-address.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server, and on it the migrated database that every test database is a copy of. */
    testServer: { url: string; template: string }
  }
}

/** One PostgreSQL a run: that of TEST_DATABASE_URL, or the embedded one in a folder that goes away with it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const admin = createPool(server.url)
  const template = `arcadia_test_${process.pid}_${Date.now().toString(36)}`
  const tearDown = async () => {
    await dropAll(admin, template)
    await admin.end()
    await server.close()
  }
  try {
    await admin.query(`create database ${quoted(template)}`)
    await migrated(inDatabase(server.url, template))
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('testServer', { url: server.url, template })
  return tearDown
}

async function migrated(url: string): Promise<void> {
  const pool = createPool(url)
  await migrate(pool).finally(() => pool.end())
}

/** The template, and the copies that a test did not live to drop. */
async function dropAll(admin: pg.Pool, prefix: string): Promise<void> {
  const found = 'select datname from pg_database where starts_with(datname, $1)'
  const { rows } = await admin.query<{ datname: string }>(found, [prefix])
  for (const { datname } of rows) await admin.query(`drop database ${quoted(datname)} with (force)`)
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, close: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'arcadia-test-'))
  // Root's PostgreSQL runs as another user, who has to pass through here.
  await chmod(dataDir, 0o711)
  // What a test writes is gone after it anyway.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const server = await startEmbeddedPostgres({ dataDir, settings })
  return {
    url: server.url,
    close: async () => {
      await server.close()
      for (const folder of [dirname(server.directory), dataDir]) await rm(folder, { recursive: true, force: true })
    },
  }
}
