import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createPool, keepSettings } from './pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A program of its own, because what goes wrong here ends the program. It says what it learned. */
async function loseConnectionBetweenStatements(sabotage: string): Promise<{ said: unknown; complaint: string }> {
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
    const said = { seenAs: 'no failure' }
    await db.transaction().execute(async (tx) => {
      const { rows: [{ pid }] } = await sql\`select pg_backend_pid() as pid\`.execute(tx)
      await sql\`select pg_terminate_backend(\${pid}, 5000)\`.execute(db)
      // The farewell of the server reaches this program before its next statement.
      await isCut
      await sql\`select 1\`.execute(tx)
    }).catch((error) => { said.seenAs = isDatabaseAway(error) ? 'the database is away' : String(error) })
    const { rows } = await sql\`select 'goes on' as next\`.execute(db)
    console.log(JSON.stringify({ ...said, ...rows[0] }))
    await db.destroy()`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code, database.url], {
    cwd: import.meta.dirname,
  })
  return run.then(
    ({ stdout }) => ({ said: JSON.parse(stdout), complaint: '' }),
    ({ stderr }: { stderr: string }) => ({ said: 'it crashed', complaint: stderr }),
  )
}

test('a connection lost between two statements of a transaction fails that transaction, and nothing else', async () => {
  expect(await loseConnectionBetweenStatements('')).toEqual({
    said: { seenAs: 'the database is away', next: 'goes on' },
    complaint: '',
  })
})

test('negative control: without the listener of each connection it ends the program', async () => {
  const { said, complaint } = await loseConnectionBetweenStatements(`pool.removeAllListeners('connect')`)
  expect(said).toBe('it crashed')
  expect(complaint).toMatch(/Unhandled 'error' event[\s\S]*terminating connection due to administrator command/)
})

test('processes that start at once behind a pooler each keep the settings', async () => {
  await Promise.all(Array.from({ length: 12 }, () => keepSettings(database.pool)))
  const { rows } = await database.pool.query(
    'select setconfig from pg_db_role_setting join pg_database on oid = setdatabase where datname = current_database()',
  )
  expect(rows).toEqual([{ setconfig: expect.arrayContaining(['statement_timeout=30000', 'TimeZone=UTC']) }])
})

test('a statement that says so is planned once a connection, but not behind a pooler, which hands out another one each time', async () => {
  const planned = async (isPooled: boolean) => {
    const pool = createPool(database.url, undefined, isPooled)
    const client = await pool.connect()
    for (const asked of ['a', 'b']) await client.query('/* prepared echo */ select $1::text as said', [asked])
    const { rows } = await client.query('select name from pg_prepared_statements')
    client.release()
    await pool.end()
    return rows.map(({ name }) => name)
  }
  expect(await planned(false)).toEqual(['echo'])
  expect(await planned(true)).toEqual([])
})
