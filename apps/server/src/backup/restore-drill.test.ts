import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
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

const drilled = async (examine: Drill['examine'], of = file, ownerUrl = database.ownerUrl) =>
  drill({
    live: database.db,
    ownerUrl,
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

/** Leads to the same database whatever name it is asked for, as a pooler may. */
async function startPooler(url: string) {
  const to = new URL(url)
  const server = createServer((client) => {
    const database = connect(Number(to.port), to.hostname)
    for (const socket of [client, database]) socket.on('error', () => {})
    client.once('data', (start) => {
      const words = start.toString('latin1', 8).split('\0')
      words[words.indexOf('database') + 1] = to.pathname.slice(1)
      const said = Buffer.from(words.join('\0'), 'latin1')
      const head = Buffer.from(start.subarray(0, 8))
      head.writeInt32BE(8 + said.length)
      database.write(Buffer.concat([head, said]))
      client.pipe(database).pipe(client)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  // The tests' way, past the host.
  through.searchParams.delete('host')
  return { url: through.href, close: () => server.close() }
}

test('through a pooler that leads to the real database, nothing is restored', async () => {
  const pooler = await startPooler(database.ownerUrl)
  try {
    await expect(drilled(async () => [], file, pooler.url)).rejects.toThrow(
      'Set DATABASE_OWNER_URL to the database itself',
    )
  } finally {
    pooler.close()
  }
  const { rows } = await database.pool.query("select to_regclass('replaced_accounts') as touched, username from users")
  expect(rows).toEqual([{ touched: null, username: 'ann' }])
})
