import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './open-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a date stays a string, a bigint becomes a number, and the session is in UTC', async () => {
  const { rows } = await database.pool.query(
    `select date '2026-06-18' as day, 5::bigint as count, 1.10::numeric as rate, current_setting('TimeZone') as zone`,
  )
  expect(rows).toEqual([{ day: '2026-06-18', count: 5, rate: '1.10', zone: 'UTC' }])
})

test('opens DATABASE_URL, and close can be called twice', async () => {
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: '/nonexistent' })
  expect(opened.url).toBe(database.url)
  await Promise.all([opened.close(), opened.close()])
})

test('an unreachable address is reported in one line without the password', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://someone:hush@127.0.0.1:1/arcadia', dataDir: '/nonexistent' })
  await expect(opening).rejects.toThrow(
    /^DATABASE_URL: cannot use the database at 127\.0\.0\.1:1\/arcadia: .*ECONNREFUSED/,
  )
  await expect(opening).rejects.not.toThrow(/hush/)
})
