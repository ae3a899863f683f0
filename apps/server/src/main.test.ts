import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { login } from '@arcadia/contract/accounts'
import { served } from '@arcadia/contract/addresses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeConformance } from './features/provider/conformance-record.ts'
import { ownEnvironment } from './testing/processes.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { version } from './version.ts'

let database: TestDatabase
let dataDir: string
let running: ChildProcess
let address: string
let output: string

/** Starts the program as `npm start` does, with its own database and on a free port. */
function startProgram(variables: Record<string, string> = {}): ChildProcess {
  const own = { DATABASE_URL: database.url, ENCRYPTION_KEY: 'a'.repeat(64), DATA_DIR: dataDir, PORT: '0' }
  const env = { ...ownEnvironment(), ...own, ...variables }
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function textUntil(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += chunk
    if (pattern.test(text)) break
  }
  return text
}

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = join(await mkdtemp(join(tmpdir(), 'main-')), 'data')
  running = startProgram()
  output = await textUntil(running.stdout!, /First admin.*\n/)
  address = /running at (http:\S+)/.exec(output)![1]!
})
afterAll(async () => {
  running.kill('SIGKILL')
  await rm(dirname(dataDir), { recursive: true, force: true })
  await database.drop()
})

test('says which payments it takes', () => {
  expect(output).toContain('  Pretend payments, no real money is taken. Connected.\n')
})

test('serves on the port it printed, and says there and on the first line of which version it is', async () => {
  expect(output).toContain(`Arcadia ${version} is running at`)
  expect(await (await fetch(address + served.ready.href())).json()).toEqual({ status: 'ready', version })
})

test("away from a terminal, the first admin's password is saved to a private file and works", async () => {
  const file = join(dataDir, 'admin-password')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const body = JSON.stringify({ usernameOrEmail: 'admin', password: (await readFile(file, 'utf8')).trim() })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(address + login.path, { method: 'POST', headers, body })).status).toBe(200)
})

test('the data folder that it makes is nobody else to read', async () => {
  expect((await stat(dataDir)).mode & 0o777 & ~0o711).toBe(0)
})

test('a startup failure is one line, with exit code 1', async () => {
  const { port } = new URL(address)
  const second = startProgram({ PORT: port })
  const exit = once(second, 'exit')
  expect(await textUntil(second.stderr!, /\n/)).toBe(
    `Port ${port} is already in use. Stop the other program or set PORT to another port.\n`,
  )
  expect(await exit).toEqual([1, null])
})

test('stops cleanly on SIGTERM', async () => {
  const exit = once(running, 'exit')
  running.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test('with another encryption key than that of its database it does not start, and says where the key is expected', async () => {
  const other = startProgram({ ENCRYPTION_KEY: 'b'.repeat(64) })
  const exit = once(other, 'exit')
  expect(await textUntil(other.stderr!, /belongs to another.*\n/)).toContain(
    `where that is not set, in ${join(dataDir, 'encryption-key')}: put it back there. If it is lost: npm run admin forget-secrets.`,
  )
  expect(await exit).toEqual([1, null])
})

const REAL = {
  QUICKBOOKS_ENVIRONMENT: 'production',
  QUICKBOOKS_CLIENT_ID: 'client',
  QUICKBOOKS_CLIENT_SECRET: 'secret',
  QUICKBOOKS_REDIRECT_URI: 'https://arcadia.example.com/quickbooks/callback',
  PUBLIC_URL: 'https://arcadia.example.com',
  SMTP_URL: 'smtp://localhost:1',
}

test('with real cards it does not start on what was booked as a trial, and names the command', async () => {
  await database.pool.query(`insert into gift_vouchers
    (code_digest, code_encrypted, cents, made_by, sender_name, recipient_name, created_at, issued_at, is_sold)
    select '\\x00', '\\x00', 500, id, 'Arcadia', 'Robin', now(), now(), false from users limit 1`)
  const real = startProgram(REAL)
  const exit = once(real, 'exit')
  expect(await textUntil(real.stderr!, /is a trial.*\n/)).toContain('npm run admin put-trials-away')
  expect(await exit).toEqual([1, null])
})

test('with real cards it says that nobody can book until QuickBooks is connected, and that it never met QuickBooks', async () => {
  await database.pool.query('truncate gift_vouchers cascade')
  const real = startProgram(REAL)
  const exit = once(real, 'exit')
  expect(await textUntil(real.stdout!, /has not met.*\n/)).toContain(
    '  Real payments. Not connected: nobody can book until the owner connects QuickBooks.\n' +
      '  This program has not met QuickBooks yet: nobody ran npm run conformance with its sandbox. See docs/going-live.md.\n',
  )
  real.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test('with real cards it says when it met the sandbox, and how much it saw', async () => {
  writeConformance(dataDir, { at: new Date('2027-02-01T15:00:00Z'), version, seen: 15, facts: 16 })
  const real = startProgram(REAL)
  const exit = once(real, 'exit')
  expect(await textUntil(real.stdout!, /sandbox.*\n/)).toContain(
    "  QuickBooks' sandbox was met on Monday, February 1, 2027: 15 of 16 facts seen.\n",
  )
  real.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})
