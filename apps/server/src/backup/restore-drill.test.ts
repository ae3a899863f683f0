import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEncryption } from '../encryption.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { identityOfSite } from './recovery-key.ts'
import { type Drill, drill, drillName } from './restore-drill.ts'
import { takeBackup } from './take-backup.ts'

const encryptionKey = Buffer.alloc(32, 7)
const file = join(tmpdir(), 'drill.sql.gz.age')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    "insert into users (username, email, created_at, updated_at) values ('ann', 'ann@example.com', now(), now())",
  )
  await takeBackup({ url: database.ownerUrl, file, sealed: { encryptionKey, recovery: null } })
})
afterAll(async () => {
  await rm(file, { force: true })
  await database.drop()
})

const drilled = async (examine: Drill['examine'], of = file) =>
  drill({
    live: database.db,
    ownerUrl: database.ownerUrl,
    servingUrl: database.directUrl,
    dataDir: tmpdir(),
    encryptionKey,
    file: of,
    identity: await identityOfSite(createEncryption(encryptionKey)),
    examine,
  })

test('what is wrong in the copy and not in the database it is of is told; the copy has the rows, and is gone afterward', async () => {
  const seen: unknown[] = []
  const found = await drilled(async (db) => {
    seen.push(await db.selectFrom('users').select('username').execute())
    return db === database.db ? ['a difference of last week'] : ['a difference of last week', 'a day is overbooked']
  })
  expect(found).toEqual(['a day is overbooked'])
  expect(seen).toEqual([[{ username: 'ann' }], [{ username: 'ann' }]])
  const { rows } = await database.pool.query('select from pg_database where datname = $1', [
    drillName(database.ownerUrl),
  ])
  expect(rows).toEqual([])
})

test('negative control: nothing is found where both are well', async () => {
  expect(await drilled(async () => [])).toEqual([])
})

test('two at once wait for each other', async () => {
  let inside = 0
  const alone = async () => {
    inside++
    expect(inside).toBe(1)
    await database.pool.query('select')
    inside--
    return []
  }
  expect(await Promise.all([drilled(alone), drilled(alone)])).toEqual([[], []])
})
