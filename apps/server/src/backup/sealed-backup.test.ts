import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getConnectionStatus } from '@arcadia/contract/merchant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminToken, type Fleet, startFleet } from '../testing/fleet.ts'
import { runScript, type ServerProcess, type ServerSettings, startServer } from '../testing/processes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { checkBackup } from './backup-file.ts'
import { identityOfRecoveryKey, makeRecoveryKey, readRecoveryKey, recipientOf } from './recovery-key.ts'
import { takeBackup } from './take-backup.ts'

/** A machine is lost; a new one is made from a sealed backup and the recovery key on paper, with real processes. */

const KEY = makeRecoveryKey()
let fleet: Fleet
let file: string
let siteKey: Buffer
beforeAll(async () => {
  fleet = await startFleet(1)
  file = join(fleet.dataDir, 'arcadia.sql.gz.age')
  siteKey = Buffer.from(fleet.settings.encryptionKey!, 'hex')
  const identity = await identityOfRecoveryKey(readRecoveryKey(KEY)!)
  const sealed = { encryptionKey: siteKey, recovery: await recipientOf(identity) }
  await takeBackup({ url: fleet.database.ownerUrl, file, sealed })
  await fleet.servers[0]!.stop()
})
afterAll(() => fleet.close())

let database: TestDatabase
let machine: ServerSettings
let server: ServerProcess | undefined
beforeEach(async () => {
  database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'arcadia-new-machine-'))
  const { encryptionKey: _, ...settings } = fleet.settings
  machine = {
    ...settings,
    databaseUrl: database.servingUrl,
    databaseOwnerUrl: database.ownerUrl,
    more: database.settings,
    dataDir,
  }
  return async () => {
    await server?.kill()
    server = undefined
    await database.drop()
    await rm(dataDir, { recursive: true })
  }
})

test('nothing can be read in the file without a key, and its key is in it', async () => {
  const stored = await readFile(file, 'latin1')
  expect(stored).toMatch(/^age-encryption\.org\/v1\n/)
  expect(stored).not.toContain(siteKey.toString('base64'))
  await expect(checkBackup(file)).rejects.toThrow("this key doesn't open it")
  const { head } = await checkBackup(file, await identityOfRecoveryKey(readRecoveryKey(KEY)!))
  expect(head.encryptionKey).toBe(siteKey.toString('base64'))
})

test('a new machine has the site again by the file and the paper alone, with its connection to QuickBooks', async () => {
  const restored = await runScript(
    { ...machine, typed: `${KEY.toLowerCase().replaceAll('-', ' ')}\n` },
    'restore',
    file,
  )
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("The site's key is back in") })
  const kept = join(machine.dataDir, 'encryption-key')
  expect(await readFile(kept, 'utf8')).toBe(siteKey.toString('base64'))
  expect((await stat(kept)).mode & 0o777).toBe(0o600)

  server = await startServer(machine)
  const status = await server.call(getConnectionStatus, { token: await adminToken(server) })
  expect(status).toMatchObject({ isConnected: true })
})

test('on the machine that made it nothing is asked', async () => {
  const same = { ...machine, encryptionKey: siteKey.toString('hex') }
  expect(await runScript(same, 'restore', file)).toMatchObject({ code: 0 })
})

test.each([
  ['a slip', `${KEY.replace(/^./, (letter) => (letter === '7' ? 'F' : '7'))}\n`, "That isn't a recovery key"],
  ['the key of another site', `${makeRecoveryKey()}\n`, "this key doesn't open it"],
  ['nothing', '', 'No recovery key was given'],
])('%s is refused before anything is touched', async (_, typed, why) => {
  const before = await database.pool.query('select count(*) from schema_migrations')
  const refused = await runScript({ ...machine, typed }, 'restore', file)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(why) })
  expect((await database.pool.query('select count(*) from schema_migrations')).rows).toEqual(before.rows)
})

test('where ENCRYPTION_KEY is set to another one, the restore says where the right one is', async () => {
  const other = { ...machine, encryptionKey: randomBytes(32).toString('hex'), typed: `${KEY}\n` }
  const restored = await runScript(other, 'restore', file)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('ENCRYPTION_KEY is set to another one') })
  await expect(startServer(other)).rejects.toThrow('Take ENCRYPTION_KEY out of the settings')
  server = await startServer(machine)
})

test('a file cut off on its way, or altered in one byte, is refused', async () => {
  const whole = await readFile(file)
  const typed = `${KEY}\n`
  const other = join(machine.dataDir, 'other.sql.gz.age')
  for (const bytes of [whole.subarray(0, -20), whole.with(-200, whole.at(-200)! ^ 1), whole.subarray(0, 100)]) {
    await writeFile(other, bytes)
    expect(await runScript({ ...machine, typed }, 'restore', other)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/incomplete or was altered|Cannot read/),
    })
  }
})
