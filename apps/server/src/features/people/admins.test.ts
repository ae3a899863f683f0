import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBackup } from '../../backup/backup-file.ts'
import { accountCalls } from '../../testing/account-calls.ts'
import { anAdmin } from '../../testing/builders.ts'
import { ownEnvironment } from '../../testing/processes.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createAdmins } from './admins.service.ts'
import { listAdmins } from './people.store.ts'

const script = fileURLToPath(new URL('../../../../../scripts/admin.ts', import.meta.url))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { login, me } = accountCalls(() => app)

/** Runs the command in-process. */
const admins = () => createAdmins({ db: app.database.db, clock: app.clock, passwordMinLength: 12 })

/** Another one than the database's. */
const lostKey = randomBytes(32).toString('hex')

/** `npm run admin` on the running app's database. */
async function admin(words: string[], stdin = '', key: string | undefined = lostKey) {
  const { servingUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = app.database
  const env = {
    ...ownEnvironment(),
    ...app.database.settings,
    DATABASE_URL,
    DATABASE_OWNER_URL,
    ENCRYPTION_KEY: key,
    DATA_DIR: app.dataDir,
  }
  const child = spawn(process.execPath, [script, ...words], { env })
  child.stdin.end(stdin)
  const [output, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  return { output, complaint, code }
}

test('an added admin can sign in and is listed', async () => {
  const added = await admin(['add', 'boss', 'boss@example.com'], 'tarpon before dawn\n')
  expect(added).toEqual({ output: 'boss is now an admin.\n', complaint: '', code: 0 })
  expect((await login('boss', 'tarpon before dawn')).body.user).toMatchObject({ role: 'ADMIN', emailConfirmed: true })
  expect((await admin(['list'])).output).toBe('admin  admin@localhost  Owner\nboss  boss@example.com  Owner\n')
  const again = admins().add({ username: 'Boss', email: 'other@example.com', password: 'tarpon before dawn' })
  await expect(again).rejects.toThrow('That username is already taken.')
})

test('a reset replaces the password, ends every session, lifts the lockout and is logged', async () => {
  const token = await anAdmin(app)
  for (let tries = 0; tries < 10; tries++) await login('admin', 'not the password', '10.9.9.9')
  expect((await login('admin', 'a long enough password', '10.9.9.9')).status).toBe(429)
  await admins().resetPassword('admin@localhost', 'snook at noon today')
  expect((await me(token)).status).toBe(401)
  expect((await login('admin', 'a long enough password')).status).toBe(401)
  const session = await login('admin', 'snook at noon today', '10.9.9.9')
  expect(session.status).toBe(200)
  const log = await app.answer(listAuditEntries, { token: session.body.token, query: { q: 'shell' } })
  expect(log.body.content[0]).toMatchObject({ action: 'shell.password-reset', adminUsername: 'admin' })
})

const chief = { username: 'chief', email: 'chief@example.com', password: 'tarpon before dawn' }

test.each([
  ['a short password', { password: 'elevenchars' }, 'Password must be at least 12 characters long'],
  ['an invalid address', { email: 'chief' }, 'Please enter a valid email address'],
])('%s is refused in one sentence, and no admin is added', async (_case, input, sentence) => {
  await expect(admins().add({ ...chief, ...input })).rejects.toThrow(sentence)
  expect(await listAdmins(app.database.db)).not.toContainEqual(expect.objectContaining({ username: 'chief' }))
})

test.each([
  ['an unknown admin', ['reset-password', 'nobody'], 'tarpon before dawn', "There is no admin 'nobody'."],
  ['no password', ['add', 'chief', 'chief@example.com'], '', 'No password was given. Nothing was changed.'],
  ['a password as an argument', ['add', 'chief', 'chief@example.com', 'tarpon before dawn'], '', 'npm run admin list'],
])('the command refuses %s in one sentence, with exit code 1', async (_case, words, stdin, sentence) => {
  const { output, complaint, code } = await admin(words, stdin)
  expect({ output, code }).toEqual({ output: '', code: 1 })
  expect(complaint).toContain(sentence)
  expect(await listAdmins(app.database.db)).not.toContainEqual(expect.objectContaining({ username: 'chief' }))
})

/** As soon as the streams that a drained or ended server had are gone. */
const whenUnused = (words: string[], key?: string) =>
  eventually(async () => {
    const done = await admin(words, '', key)
    return !done.complaint.includes('a server is using this database') && done
  })

test('a server in use is neither put away nor robbed of its secrets', async () => {
  const busy = new pg.Client({ connectionString: app.database.url, application_name: 'arcadia-stream' })
  await busy.connect()
  for (const command of ['forget-secrets', 'put-trials-away'])
    expect((await admin([command])).complaint).toBe(
      `${command}: a server is using this database. Stop all servers first.\n`,
    )
  await busy.end()
})

test('a lost key is forgotten once, after a backup, and not with the key that the database has', async () => {
  await app.app.drain()
  const { rows } = await app.database.pool.query("select encode(digest, 'hex') as print from server_key")
  const ofOldKey = rows[0].print
  expect((await whenUnused(['put-trials-away'])).complaint).toContain('belongs to another encryption key')
  const { output, code } = await whenUnused(['forget-secrets'])
  expect({ output, code }).toMatchObject({
    output: expect.stringMatching(/^This database now belongs to the encryption key given\. QuickBooks, two-step/),
    code: 0,
  })
  // It belongs to the old key, and is restored with no other.
  const { head } = await checkBackup(/turns up: (.*) is the database/.exec(output)![1]!)
  expect(head.belongsTo).toBe(ofOldKey)
  expect(await admin(['forget-secrets'])).toEqual({
    output: '',
    complaint: "This is the database's encryption key, so nothing is lost. Nothing was changed.\n",
    code: 1,
  })
})

test('a trial is put away into a backup, and what is real leaves no file', async () => {
  await app.database.pool.query('update booking_config set cards_are_real = true')
  const voucher = await app.database.pool.query(`insert into gift_vouchers
    (code_digest, code_encrypted, cents, made_by, sender_name, recipient_name, created_at, issued_at, is_sold)
    select '\\x00', '\\x00', 500, id, 'Arcadia', 'Robin', now(), now(), false from users limit 1`)
  expect(voucher.rowCount).toBe(1)
  expect((await whenUnused(['put-trials-away'])).complaint).toContain('so it is no trial. Nothing was changed.')
  expect(readdirSync(app.dataDir).filter((name) => name.startsWith('trials-'))).toEqual([])
  await app.database.pool.query('update booking_config set cards_are_real = false')
  const { output, code } = await whenUnused(['put-trials-away'])
  expect({ output, code }).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Put away: 0 bookings, 1 gift voucher, .* All of it is in /),
  })
  const file = /is in (.*)\.$/m.exec(output)![1]!
  expect((await checkBackup(file)).rows).toMatchObject({ bookings: 0, gift_vouchers: 1 })
})
