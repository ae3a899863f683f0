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

/** Each of these is injected into an installation in which nothing is wrong, and named in a sentence. */

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

/** As `npm run doctor` finds it: what is wrong, or the one reason why nothing can be looked at. */
async function examined(now = new Date()): Promise<string[]> {
  try {
    const config = readConfig(settings)
    await (await openDatabase(config)).close()
    const db = kyselyOn(createPool(config.databaseUrl!))
    const first = examineSettings({ config, db, clock: { now: () => now } })
    const findings = await examine({ db, features: app.app.features, first }).finally(() => db.destroy())
    // The tests' own PostgreSQL is faster than safe.
    return findings.flatMap(({ problems }) => problems).filter((problem) => !/^PostgreSQL: .* is off/.test(problem))
  } catch (error) {
    if (error instanceof StartError) return [error.message]
    throw error
  }
}

const run = (statement: string) => app.database.pool.query(statement)

test('nothing is wrong with an installation that is as it should be', async () => {
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
    'the database is elsewhere',
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/arcadia' },
    /^DATABASE_URL: cannot use the database at 127\.0\.0\.1:1\/arcadia: .*ECONNREFUSED/,
  ],
  ['the key is missing', { ENCRYPTION_KEY: '' }, /^ENCRYPTION_KEY: got nothing/],
  [
    'the key is another one',
    { ENCRYPTION_KEY: 'f'.repeat(64) },
    /^ENCRYPTION_KEY: it isn't the one that the connection to QuickBooks was encrypted with/,
  ],
  ['passwords travel in the open', { ...PUBLIC, PUBLIC_URL: 'http://book.example.com' }, /^PUBLIC_URL: it isn't https/],
  ['the proxy is not trusted', { ...PUBLIC, TRUST_PROXY: 'off' }, /^TRUST_PROXY: it is off/],
  ['the simulator is public', { PUBLIC_URL: 'https://book.example.com' }, /^ALLOW_SIMULATOR: got nothing/],
  [
    'production is not https',
    { ...PRODUCTION, PUBLIC_URL: 'http://book.example.com' },
    /^PUBLIC_URL: got .* takes an https address/,
  ],
  ['production has no mail server', { ...PRODUCTION, SMTP_URL: '' }, /^SMTP_URL: got nothing/],
  [
    'the mail server is away',
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    /^SMTP_URL: the mail server does not take us: .*ECONNREFUSED/,
  ],
  ['emails come from an example', { MAIL_FROM: '' }, /^MAIL_FROM: it is an example/],
  ['the provider knows other credentials', { QUICKBOOKS_CLIENT_SECRET: 'another' }, /QuickBooks does not know them/],
  [
    'the provider is away',
    { QUICKBOOKS_SIMULATOR_URL: 'http://127.0.0.1:1/simulator' },
    /^QuickBooks cannot be asked: no answer/,
  ],
  ['there is no room', { DATA_DIR: '/proc' }, /^DATA_DIR: only 0 MB are free/],
  [
    'the log of charges cannot be kept',
    { CHARGE_LOG: '/nowhere/charges.log' },
    /^CHARGE_LOG: \/nowhere\/charges\.log cannot be written/,
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
    '1 of the migrations here are not applied yet: the next start applies them',
  ],
  [
    'a newer database',
    `insert into schema_migrations values ('9998_later.sql', '')`,
    `delete from schema_migrations where name like '9998%'`,
    'Migration 9998_later.sql is applied to this database but unknown here: a newer version wrote it.',
  ],
  [
    'a restore that was cut off',
    `insert into schema_migrations values ('restore under way', '')`,
    `delete from schema_migrations where name like 'restore%'`,
    'A restore of this database was cut off. Run `npm run restore` again, with --overwrite.',
  ],
  [
    'no owner',
    `update users set is_active = false where position = 'OWNER'`,
    `update users set is_active = true where position = 'OWNER'`,
    'nobody can sign in as an owner: npm run admin add',
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
  [60_000, /^the clock of this machine is \d+ seconds ahead of the database's/],
  [-60_000, /^the clock of this machine is \d+ seconds behind the database's/],
])('a clock that is %i ms off', async (off, says) => {
  expect(await examined(new Date(Date.now() + off))).toContainEqual(expect.stringMatching(says))
})
