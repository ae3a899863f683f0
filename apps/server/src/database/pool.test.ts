import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { keepSettings } from './pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Runs in a separate process, because a failure here crashes it. */
async function loseConnectionBetweenStatements(sabotage: string): Promise<{ result: unknown; stderr: string }> {
  const nearby = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const code = `
    const { Kysely, PostgresDialect, sql } = await import('kysely')
    const { createPool } = await import(${nearby('pool.ts')})
    const { isDatabaseAway } = await import(${nearby('database-errors.ts')})
    const pool = createPool(process.argv[1])
    ${sabotage}
    const { promise: isCut, resolve: cut } = Promise.withResolvers()
    pool.once('connect', (client) => client.once('end', cut))
    const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
    const result = { seenAs: 'no failure' }
    await db.transaction().execute(async (tx) => {
      const { rows: [{ pid }] } = await sql\`select pg_backend_pid() as pid\`.execute(tx)
      await sql\`select pg_terminate_backend(\${pid}, 5000)\`.execute(db)
      // The server's disconnect arrives before the next statement.
      await isCut
      await sql\`select 1\`.execute(tx)
    }).catch((error) => { result.seenAs = isDatabaseAway(error) ? 'the database is away' : String(error) })
    const { rows } = await sql\`select 'goes on' as next\`.execute(db)
    console.log(JSON.stringify({ ...result, ...rows[0] }))
    await db.destroy()`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code, database.url], {
    cwd: import.meta.dirname,
  })
  return run.then(
    ({ stdout }) => ({ result: JSON.parse(stdout), stderr: '' }),
    ({ stderr }: { stderr: string }) => ({ result: 'it crashed', stderr }),
  )
}

test('a connection lost in a transaction fails only that transaction', async () => {
  expect(await loseConnectionBetweenStatements('')).toEqual({
    result: { seenAs: 'the database is away', next: 'goes on' },
    stderr: '',
  })
})

test('negative control: without the error listener, the process crashes', async () => {
  const { result, stderr } = await loseConnectionBetweenStatements(`pool.removeAllListeners('connect')`)
  expect(result).toBe('it crashed')
  expect(stderr).toMatch(/Unhandled 'error' event[\s\S]*terminating connection due to administrator command/)
})

test('processes that start at the same time behind a pooler can all store the settings', async () => {
  await Promise.all(Array.from({ length: 12 }, () => keepSettings(database.pool)))
  const { rows } = await database.pool.query(
    'select setconfig from pg_db_role_setting join pg_database on oid = setdatabase where datname = current_database()',
  )
  expect(rows).toEqual([{ setconfig: expect.arrayContaining(['statement_timeout=30000', 'TimeZone=UTC']) }])
})
