import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { kyselyOn, openDatabase } from './database/open-database.ts'
import { createPool } from './database/pool.ts'
import { examine } from './doctor.ts'
import { examineSettings } from './doctor-settings.ts'
import { StartError } from './start-error.ts'
import { startMailServer, type TestMailServer } from './testing/mail-server.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/** Each fault is injected into a healthy installation, and the doctor must name it. */

const KEY = randomBytes(32).toString('hex')
let app: TestApp
let mailServer: TestMailServer
let dataDir: string
let settings: Record<string, string>
beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startTestApp({ settings: { ENCRYPTION_KEY: KEY } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(() => {
  dataDir = app.dataDir
  settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: app.database.directUrl,
    ENCRYPTION_KEY: KEY,
    QUICKBOOKS_SIMULATOR_URL: app.simulator.url,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Arcadia <hello@arcadia.test>',
  }
})

/** The problems `npm run doctor` reports, or the one reason it can't start. */
async function examined(now = new Date()): Promise<string[]> {
  try {
    const config = readConfig(settings)
    await (await openDatabase(config)).close()
    const db = kyselyOn(createPool(config.databaseUrl!))
    const first = examineSettings({ config, db, clock: { now: () => now } })
    const findings = await examine({ db, features: app.app.features, first }).finally(() => db.destroy())
    // The test database runs with durability off.
    return findings.flatMap(({ problems }) => problems).filter((problem) => !/^PostgreSQL: .* is off/.test(problem))
  } catch (error) {
    if (error instanceof StartError) return [error.message]
    throw error
  }
}

const run = (statement: string) => app.database.pool.query(statement)

test('a healthy installation has no problems', async () => {
  expect(await examined()).toEqual([])
})

const PUBLIC = { PUBLIC_URL: 'https://book.example.com', ALLOW_SIMULATOR: 'yes', TRUST_PROXY: '1' }
const PRODUCTION = {
  ...PUBLIC,
  QUICKBOOKS_ENVIRONMENT: 'production',
  QUICKBOOKS_CLIENT_ID: 'id',
  QUICKBOOKS_CLIENT_SECRET: 'secret',
  QUICKBOOKS_REDIRECT_URI: 'https://book.example.com/quickbooks/callback',
}

test.each<[string, Record<string, string>, RegExp]>([
  [
    'the database is unreachable',
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/arcadia' },
    /^DATABASE_URL: cannot use the database at 127\.0\.0\.1:1\/arcadia: .*ECONNREFUSED/,
  ],
  ['the key is missing', { ENCRYPTION_KEY: '' }, /^ENCRYPTION_KEY: got nothing/],
  [
    'the key is the wrong one',
    { ENCRYPTION_KEY: 'f'.repeat(64) },
    /^ENCRYPTION_KEY: it can't decrypt the QuickBooks connection/,
  ],
  [
    'passwords are sent unencrypted',
    { ...PUBLIC, PUBLIC_URL: 'http://book.example.com' },
    /^PUBLIC_URL: it isn't https/,
  ],
  ['the proxy is not trusted', { ...PUBLIC, TRUST_PROXY: 'off' }, /^TRUST_PROXY: it is off/],
  ['the simulator is public', { PUBLIC_URL: 'https://book.example.com' }, /^ALLOW_SIMULATOR: got nothing/],
  [
    'production is not https',
    { ...PRODUCTION, PUBLIC_URL: 'http://book.example.com' },
    /^PUBLIC_URL: got .* expected an https address/,
  ],
  ['production has no mail server', { ...PRODUCTION, SMTP_URL: '' }, /^SMTP_URL: got nothing/],
  [
    'the mail server is unreachable',
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    /^SMTP_URL: cannot use the mail server: .*ECONNREFUSED/,
  ],
  ['the sender is missing', { MAIL_FROM: '' }, /^MAIL_FROM: it is not set; set it or BUSINESS_EMAIL/],
  ['the provider rejects the credentials', { QUICKBOOKS_CLIENT_SECRET: 'another' }, /QuickBooks rejects them/],
  [
    'the provider is unreachable',
    { QUICKBOOKS_SIMULATOR_URL: 'http://127.0.0.1:1/simulator' },
    /^cannot reach QuickBooks: no answer/,
  ],
  ['the disk is full', { DATA_DIR: '/proc' }, /^DATA_DIR: only 0 MB free/],
  [
    'the charge log cannot be written',
    { CHARGE_LOG: '/nowhere/charges.log' },
    /^CHARGE_LOG: cannot write to \/nowhere\/charges\.log/,
  ],
])('%s', async (_, changes, says) => {
  Object.assign(settings, changes)
  expect(await examined()).toContainEqual(expect.stringMatching(says))
})

test.each<[string, string, string, string]>([
  [
    'an older database',
    `create table put_away as select * from schema_migrations where name like '0010%'; delete from schema_migrations where name like '0010%'`,
    'insert into schema_migrations select * from put_away; drop table put_away',
    'pending migrations: 1; the next start applies them',
  ],
  [
    'a newer database',
    `insert into schema_migrations values ('9998_later.sql', '')`,
    `delete from schema_migrations where name like '9998%'`,
    'Migration 9998_later.sql is applied to this database but unknown here: it comes from a newer version.',
  ],
  [
    'an interrupted restore',
    `insert into schema_migrations values ('restore under way', '')`,
    `delete from schema_migrations where name like 'restore%'`,
    'A restore of this database was interrupted. Run `npm run restore` again with --overwrite.',
  ],
  [
    'no owner',
    `update users set is_active = false where position = 'OWNER'`,
    `update users set is_active = true where position = 'OWNER'`,
    'no owner can sign in: npm run admin add',
  ],
  [
    'no connection',
    'alter table merchant_connections rename to elsewhere',
    'alter table elsewhere rename to merchant_connections',
    'relation "merchant_connections" does not exist',
  ],
])('%s', async (_, inject, undo, says) => {
  await run(inject)
  expect(await examined()).toContain(says)
  await run(undo)
})

test.each([
  [60_000, /^this machine's clock is \d+ seconds ahead of the database's/],
  [-60_000, /^this machine's clock is \d+ seconds behind the database's/],
])('a clock that is %i ms off', async (off, says) => {
  expect(await examined(new Date(Date.now() + off))).toContainEqual(expect.stringMatching(says))
})
