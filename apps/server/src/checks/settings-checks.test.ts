import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepLastBackup } from '../backup/last-backup.writes.ts'
import { readConfig } from '../config.ts'
import { kyselyOn, openDatabase } from '../database/open-database.ts'
import { createPool } from '../database/pool.ts'
import { StartError } from '../start-error.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { examine, listChecks } from './checks.ts'
import { openingChecks } from './opening-checks.ts'

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

/** The problems `npm run doctor` reports, with `isForReal` as with `--production`, or the one reason it can't start. */
async function examined(now = new Date(), isForReal?: boolean): Promise<string[]> {
  return (await findings(now, isForReal)).flatMap(({ problems }) => problems)
}

async function findings(now = new Date(), isForReal?: boolean): Promise<Awaited<ReturnType<typeof examine>>> {
  try {
    const config = readConfig(settings)
    await (await openDatabase(config)).close()
    const db = kyselyOn(createPool(config.databaseUrl!))
    const house = {
      config,
      db,
      clock: { now: () => now },
      isForReal: isForReal ?? config.quickbooks.environment === 'production',
    }
    const found = await examine(listChecks(house, app.app.features)).finally(() => db.destroy())
    // The test database runs with durability off.
    const isDurable = (problem: string) => !/^PostgreSQL: .* is off/.test(problem)
    return found.map((one) => ({ ...one, problems: one.problems.filter(isDurable) }))
  } catch (error) {
    if (error instanceof StartError) return [{ about: 'the start', problems: [error.message] }]
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
  BUSINESS_EMAIL: 'hello@example.com',
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
    'Migration 9998_later.sql is applied to this database but unknown here: it comes from a newer version. Start that version. To go back from it, restore the backup that its upgrade took (in DATA_DIR/backups): what was booked since is not in it.',
  ],
  [
    'an interrupted restore',
    `insert into schema_migrations values ('restore under way', '')`,
    `delete from schema_migrations where name like 'restore%'`,
    'A restore of this database was interrupted. Run it again: npm run restore -- --overwrite <backup>',
  ],
  [
    'no owner',
    `update users set is_active = false where position = 'OWNER'`,
    `update users set is_active = true where position = 'OWNER'`,
    'no owner can sign in: npm run admin add <username> <email>',
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

describe('what is wrong for guests who pay real money is named with its remedy', () => {
  const wrongs = async (isForReal = true) =>
    (await findings(undefined, isForReal)).filter(({ problems }) => problems.length > 0)

  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      'a redirect address on another host',
      { QUICKBOOKS_REDIRECT_URI: 'https://www.example.com/quickbooks/callback' },
      "QUICKBOOKS_REDIRECT_URI: it is https://www.example.com/quickbooks/callback, where this site doesn't answer",
      /^Set it to https:\/\/book\.example\.com\/quickbooks\/callback, and register exactly that/,
    ],
    [
      'a redirect address on another path',
      { QUICKBOOKS_REDIRECT_URI: 'https://book.example.com/callback' },
      "QUICKBOOKS_REDIRECT_URI: it is https://book.example.com/callback, where this site doesn't answer",
      /^Set it to/,
    ],
    [
      "an owner's address where nothing arrives",
      { BUSINESS_EMAIL: '' },
      "nothing arrives at admin@localhost, an owner's address",
      /^Set BUSINESS_EMAIL/,
    ],
    [
      "the demo's phone",
      { BUSINESS_PHONE: '(863) 555-0142' },
      'the phone number (863) 555-0142 belongs to nobody',
      /Configuration, Your business/,
    ],
    [
      "the demo's social link",
      { SOCIAL_URL: 'https://www.instagram.com/arcadiatrophyfishing' },
      "https://www.instagram.com/arcadiatrophyfishing is the demo's",
      /Configuration, Your business/,
    ],
    [
      'a slip in a name',
      { SMTP_ULR: 'x' },
      'SMTP_ULR: there is no such setting; SMTP_URL is meant',
      /^Correct the name/,
    ],
    ['a name that is none', { SMTP_PASSWORD: 'x' }, 'SMTP_PASSWORD: there is no such setting', /^Correct the name/],
    [
      'half of analytics',
      { GA_MEASUREMENT_ID: 'G-1' },
      'GA_MEASUREMENT_ID: it does nothing without GA_API_SECRET',
      /^Set both/,
    ],
    [
      'half of the bot check',
      { RECAPTCHA_SECRET_KEY: 'x' },
      'RECAPTCHA_SECRET_KEY: it does nothing without RECAPTCHA_SITE_KEY',
      /^Set both/,
    ],
    [
      'nine proxies',
      { TRUST_PROXY: '9' },
      'TRUST_PROXY: it trusts 9 proxies, so visitors can make up their address and get past every limit',
      /^Set it to the number of proxies/,
    ],
    [
      'a port open beside its proxy',
      { HOST: '0.0.0.0' },
      'HOST: at 0.0.0.0, with TRUST_PROXY=1, whoever reaches the port without the proxy can make up their address',
      /^Set HOST=127\.0\.0\.1/,
    ],
    [
      'pretend cards',
      { QUICKBOOKS_ENVIRONMENT: 'sandbox' },
      'QUICKBOOKS_ENVIRONMENT: it is sandbox, so no card is charged',
      /^Set it to production/,
    ],
    ['no backup', {}, 'no backup yet', /^Press Back up now/],
  ])('%s', async (_, changes, problem, remedy) => {
    Object.assign(settings, PRODUCTION, changes)
    expect(await wrongs()).toContainEqual(
      expect.objectContaining({ problems: [problem], remedy: expect.stringMatching(remedy) }),
    )
  })

  test('guests who get no email, and backups that are lost with this server', async () => {
    Object.assign(settings, { SMTP_URL: '' })
    const problems = (await wrongs()).flatMap(({ problems }) => problems)
    expect(problems).toEqual(
      expect.arrayContaining([
        'SMTP_URL: it is not set, so guests get no email',
        "backups open with this server's key only: there is no recovery key",
        'backups are on this server only: there is no second place',
      ]),
    )
    expect(await wrongs(false)).toEqual([])
  })

  test('what is right is not', async () => {
    Object.assign(settings, PRODUCTION, {
      HOST: '0.0.0.0',
      TRUST_PROXY: '10.0.0.0/8',
      HOSTNAME: 'small',
      GA_API_SECRET: '',
    })
    await keepLastBackup(app.database.db, new Date())
    await run(`update backup_settings set recovery_recipient = 'age1', second_place = '{"kind":"folder"}'`)
    const problems = (await wrongs()).flatMap(({ problems }) => problems)
    // Nobody answers there in a test.
    expect(problems.filter((problem) => !/QuickBooks/.test(problem))).toEqual([])
    await run('delete from last_backup')
    await run('update backup_settings set recovery_recipient = null, second_place = null')
  })

  test('a trial is not asked for what only real money needs', async () => {
    Object.assign(settings, { BUSINESS_PHONE: '(863) 555-0142' })
    expect(await wrongs(false)).toEqual([])
  })

  test('a key that others can read', async () => {
    const file = join(dataDir, 'encryption-key')
    writeFileSync(file, KEY, { mode: 0o644 })
    expect(await wrongs(false)).toMatchObject([
      { problems: [`${file} can be read by other users of this machine`], remedy: 'Run chmod 600 on it.' },
    ])
    chmodSync(file, 0o600)
    expect(await wrongs(false)).toEqual([])
    rmSync(file)
  })

  test("the log of charges on the disk of the site's own database", async () => {
    const config = readConfig({ ...settings, ...PRODUCTION, DATABASE_URL: '' })
    const house = { config, db: app.database.db, clock: app.clock, isForReal: true }
    const check = openingChecks(house).find(({ name }) => name === 'charge-log-disk')!
    expect((await check.look()).problems).toEqual([expect.stringMatching(/^CHARGE_LOG: .* is on the database's disk/)])
    expect(check.remedy).toBe('Set CHARGE_LOG to a file on another disk.')
  })
})
