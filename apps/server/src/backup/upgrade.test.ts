import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { completeConnection } from '@arcadia/contract/merchant'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createBase } from '../base.ts'
import { dataChecks, examine } from '../checks/checks.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { kyselyOn } from '../database/open-database.ts'
import { createPool } from '../database/pool.ts'
import { createEncryption } from '../encryption.ts'
import { demandKey } from '../encryption-key.ts'
import { createFeatures } from '../features.ts'
import { aBooking } from '../testing/a-booking.ts'
import { anAdmin } from '../testing/builders.ts'
import { catalogOf } from '../testing/catalog.ts'
import { consent } from '../testing/merchant-consent.ts'
import { listReleases, RELEASE_KEY, type Release } from '../testing/releases.ts'
import { eventually, startTestApp } from '../testing/test-app.ts'
import { testClock } from '../testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { version } from '../version.ts'
import { checkBackup } from './backup-file.ts'
import { catchUp } from './catch-up.ts'
import { endRestore, loadBackup } from './load-backup.ts'
import { identityOfSite } from './recovery-key.ts'
import { upgradeDatabase } from './upgrade-database.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const releases = await listReleases()
const scratch = mkdtempSync(join(tmpdir(), 'upgrade-'))
afterAll(() => {
  for (const folder of [scratch, ...releases.map(({ folder }) => folder)]) rmSync(folder, { recursive: true })
})

const encryptionKey = Buffer.from(RELEASE_KEY, 'hex')
type Opened = Parameters<typeof upgradeDatabase>[0]['database']
const upgrade = (to: { database: Opened; dataDir: string; folder?: string }) =>
  upgradeDatabase({ ...to, clock: systemClock, encryptionKey })
const roleOf = ({ servingUrl }: TestDatabase) => new URL(servingUrl).username

/** The restored demo of a release, by its own migrations or by those of this version. */
async function restored({ file }: Release, folder?: string) {
  const database = await createTestDatabase({ isEmpty: true })
  const owner = createPool(database.ownerUrl)
  const restore = {
    owner,
    servingRole: roleOf(database),
    dataDir: scratch,
    encryptionKey,
    identity: await identityOfSite(createEncryption(encryptionKey)),
  }
  const { head, rows } = await loadBackup({ ...restore, file, overwrites: false, folder })
  const opened = {
    owner: { pool: owner, db: kyselyOn(owner) },
    ownerUrl: database.ownerUrl,
    servingRole: roleOf(database),
  }
  return {
    database,
    owner,
    opened,
    head,
    rows,
    async close() {
      await owner.end()
      await database.drop()
    },
  }
}

/** As it was left by the release itself. */
async function databaseOf(release: Release) {
  const made = await restored(release, release.folder)
  await endRestore(made.owner)
  return made
}

const newest = releases.at(-1)!
const upgrades = [
  ...releases.map((release) => ({ name: release.version, release, folder: migrations })),
  {
    name: `${newest.version} by a version after this one`,
    release: newest,
    folder: nextVersion({ folder: migrations }),
  },
]

async function freshDatabase(folder: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ isEmpty: true })
  const owner = createPool(database.ownerUrl)
  await migrate(owner, { folder, servingRole: roleOf(database) })
  await owner.end()
  return database
}

async function countRows(pool: pg.Pool, tables: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    `select ${tables.map((table) => `(select count(*)::integer from ${table}) as ${table}`).join(', ')}`,
  )
  return rows[0]
}
const COUNTED = ['users', 'bookings', 'payment_attempts', 'refunds', 'audit_entries']
const pick = (rows: Record<string, number>) => Object.fromEntries(COUNTED.map((table) => [table, rows[table]]))

test('a released migration never changes', async () => {
  const lines = readFileSync(join(migrations, 'released.txt'), 'utf8').trim().split('\n')
  const listed = new Map(lines.map((line) => line.split('  ').reverse() as [string, string]))
  for (const [name, digest] of listed) {
    const now = createHash('sha256')
      .update(readFileSync(join(migrations, name)))
      .digest('hex')
    expect([name, now], `${name} was released. Add a new migration instead; below 1.0.0: npm run keep-release`).toEqual(
      [name, digest],
    )
  }
  for (const { file } of releases)
    for (const { name, checksum } of (await checkBackup(file)).head.migrations)
      if (name.endsWith('.sql')) expect([name, listed.get(name)]).toEqual([name, checksum])
})

test('this version is kept for later ones to upgrade, once it is 1.0.0', () => {
  expect(releases.length).toBeGreaterThan(0)
  if (Number.parseInt(version, 10) > 0) expect(releases.map((release) => release.version)).toContain(version)
})

test.each(upgrades)(
  'the backup of $name is restored completely, and the doctor finds no problems',
  async ({ release, folder }) => {
    const made = await restored(release, folder)
    const fresh = await freshDatabase(folder)
    const { database, owner, head } = made
    try {
      expect(await countRows(owner, COUNTED)).toEqual(pick(made.rows))
      const { servingUrl, settings } = database
      const config = readConfig({
        DATABASE_URL: servingUrl,
        ...settings,
        ENCRYPTION_KEY: RELEASE_KEY,
        DATA_DIR: scratch,
      })
      const clock = testClock(head.takenAt)
      const base = createBase({
        config,
        db: database.db,
        databaseUrl: database.directUrl,
        clock,
        log: pino({ level: 'silent' }),
      })
      const features = createFeatures(base)
      await catchUp({ db: kyselyOn(owner), clock, features, takenAt: head.takenAt })
      await endRestore(owner)
      expect(await catalogOf(owner)).toEqual(await catalogOf(fresh.pool))
      const findings = await examine(dataChecks(database.db, features))
      expect(findings.flatMap(({ problems }) => problems)).toEqual([])
    } finally {
      await Promise.all([made.close(), fresh.drop()])
    }
  },
)

test.each(upgrades)(
  'the database of $name is upgraded, booked on, and the doctor finds no problems',
  async ({ release, folder }) => {
    const made = await databaseOf(release)
    const fresh = await freshDatabase(folder)
    const { database, owner, head } = made
    const dataDir = mkdtempSync(join(scratch, 'data-'))
    await upgrade({ database: made.opened, dataDir, folder })
    expect(await migrate(owner, { folder })).toEqual([])
    expect(await catalogOf(owner)).toEqual(await catalogOf(fresh.pool))
    expect(await countRows(owner, COUNTED)).toEqual(pick(made.rows))
    const app = await startTestApp({ database, now: head.takenAt, settings: { ENCRYPTION_KEY: RELEASE_KEY } })
    // The simulator of the test has not met this database.
    const token = await anAdmin(app)
    await app.request('GET', `${completeConnection.path}?${new URLSearchParams(await consent(app, token))}`, {
      token,
    })
    const { seasonStart: startDate, seasonEnd: endDate } = await app.call(getBookingConfig)
    const days = await app.call(getAvailabilityRange, { query: { startDate, endDate } })
    const [date] = Object.entries(days).find(([, { bookable }]) => bookable)!
    await aBooking(app, { date })
    expect(await countRows(owner, ['bookings'])).toEqual({ bookings: made.rows.bookings! + 1 })
    const findings = await examine(dataChecks(database.db, app.app.features))
    expect(findings.flatMap(({ problems }) => problems)).toEqual([])
    await Promise.all([owner.end(), fresh.drop()])
    // Drops the database, too.
    await app.close()
  },
)

test('who canceled and moved bookings is taken from the sentences of 1.0.0', async () => {
  const made = await databaseOf(releases.find(({ version }) => version === '1.0.0')!)
  const said: [kind: string, description: string, madeBy: string | null][] = [
    ['cancelled', "Canceled by the guest. The deposit isn't refundable.", 'guest'],
    ['cancelled', 'Canceled by the guest after the day was called off.', 'calledOff'],
    ['cancelled', 'Canceled by the office.', 'staff'],
    ['cancelled', 'Canceled by us.', 'staff'],
    ['cancelled', "The deposit wasn't paid in time.", null],
    ['cancelled', "The payment didn't go through.", null],
    ['rescheduled', 'Moved from Saturday, June 26, 2027 to Thursday, July 1, 2027.', 'guest'],
    ['rescheduled', 'Moved by the owner from Saturday, June 26, 2027 to Thursday, July 1, 2027.', 'staff'],
    ['paid', 'Deposit: $700.00 paid by card.', null],
  ]
  const lines = `select kind, description, made_by from booking_events`
  try {
    const write = 'insert into booking_events (booking_id, happened_at, kind, description) values (1, now(), $1, $2)'
    for (const [kind, description] of said) await made.owner.query(write, [kind, description])
    await migrate(made.owner)
    const { rows } = await made.owner.query(`${lines} order by id desc limit ${said.length}`)
    expect(rows.reverse().map(({ kind, description, made_by }) => [kind, description, made_by])).toEqual(said)
    const ofDemo = await made.owner.query(`${lines} where kind in ('cancelled', 'rescheduled') and made_by is null`)
    expect(ofDemo.rows).toHaveLength(2)
    // As 1.0.0 writes while it still runs.
    await made.database.pool.query(write, said[0]!.slice(0, 2))
  } finally {
    await made.close()
  }
})

/** The migrations of a version and two made-up ones, which wait in `made_up_gate` where the test says so. */
function nextVersion({ folder }: Pick<Release, 'folder'>, texts: { first?: string; second?: string } = {}): string {
  const next = mkdtempSync(join(scratch, 'next-'))
  cpSync(folder, next, { recursive: true })
  const { first = '', second = '' } = texts
  writeFileSync(
    join(next, '9998_made_up.sql'),
    `alter table bookings add column made_up integer; update booking_config set updated_at = now(); ${first}
     create table made_up_one (id integer)`,
  )
  writeFileSync(join(next, '9999_made_up_too.sql'), `${second}; create table made_up_two (id integer)`)
  writeFileSync(join(next, 'functions/made_up.sql'), `create view made_up as select made_up from bookings;`)
  return next
}

/** All that an upgrade changes. */
const stateOf = async (pool: pg.Pool) => ({
  catalog: await catalogOf(pool),
  migrations: (await pool.query('select name, checksum from schema_migrations order by name')).rows,
  config: (await pool.query('select * from booking_config')).rows,
})

const upgradeScript = (ownerUrl: string, folder: string) => `
  const { createPool } = await import(${JSON.stringify(join(import.meta.dirname, '../database/pool.ts'))})
  const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, '../database/migrate.ts'))})
  await migrate(createPool(${JSON.stringify(ownerUrl)}), { folder: ${JSON.stringify(folder)} })`

/** Another process that upgrades, up to the gate. */
async function upgradeUpToGate(made: Awaited<ReturnType<typeof databaseOf>>, folder: string): Promise<ChildProcess> {
  const script = upgradeScript(made.database.ownerUrl, folder)
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and wait_event = 'relation'`
  await eventually(async () => (await made.database.pool.query(waits)).rows.length > 0)
  return child
}

const GATE = 'lock table made_up_gate;'

/** Kills another process that upgrades, at the gate. */
async function killAtGate(made: Awaited<ReturnType<typeof databaseOf>>, folder: string): Promise<void> {
  const gate = await made.database.pool.connect()
  await gate.query('begin; lock table made_up_gate')
  const child = await upgradeUpToGate(made, folder)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  await gate.query('commit')
  gate.release()
}

test.each([
  ['inside a migration', { first: GATE }],
  ['between two', { second: GATE }],
])('an upgrade that is killed %s leaves the old state, and the next start comes through', async (_, texts) => {
  const made = await databaseOf(newest)
  try {
    await made.owner.query('create table made_up_gate ()')
    const before = await stateOf(made.owner)
    const folder = nextVersion(newest, texts)
    await killAtGate(made, folder)
    // Waits for what the killed process left.
    await migrate(made.owner, { folder: newest.folder })
    expect(await stateOf(made.owner)).toEqual(before)

    expect(await migrate(made.owner, { folder })).toContain('9999_made_up_too.sql')
    const upgraded = await stateOf(made.owner)
    expect(await migrate(made.owner, { folder })).toEqual([])
    expect(await stateOf(made.owner)).toEqual(upgraded)
    expect(await countRows(made.owner, ['bookings', 'made_up', 'made_up_two'])).toEqual({
      bookings: made.rows.bookings,
      made_up: made.rows.bookings,
      made_up_two: 0,
    })
  } finally {
    await made.close()
  }
})

test('negative control: an upgrade that commits on its way and is killed leaves neither state', async () => {
  const made = await databaseOf(newest)
  try {
    await made.owner.query('create table made_up_gate ()')
    const before = await stateOf(made.owner)
    await killAtGate(made, nextVersion(newest, { second: `commit; begin; ${GATE}` }))
    const { catalog } = await stateOf(made.owner)
    expect(catalog).not.toEqual(before.catalog)
    expect(JSON.stringify(catalog)).not.toContain('made_up_two')
  } finally {
    await made.close()
  }
})

test('an upgrade whose disk is full, of the database or of the backup before it, leaves the old state', async () => {
  const made = await databaseOf(newest)
  const dataDir = mkdtempSync(join(scratch, 'data-'))
  try {
    const before = await stateOf(made.owner)
    const folder = nextVersion(newest, { second: 'do $$ begin raise disk_full; end $$' })
    await expect(upgrade({ database: made.opened, dataDir, folder })).rejects.toThrow(/9999.* failed: disk_full/)
    expect(await stateOf(made.owner)).toEqual(before)

    rmSync(join(dataDir, 'backups'), { recursive: true })
    writeFileSync(join(dataDir, 'backups'), '')
    await expect(upgrade({ database: made.opened, dataDir, folder: nextVersion(newest) })).rejects.toThrow(
      /^The upgrade to .* has not begun, and nothing was changed: the backup before it failed\./,
    )
    expect(await stateOf(made.owner)).toEqual(before)
  } finally {
    await made.close()
  }
})

test('with the key of another site an upgrade does not begin', async () => {
  const made = await databaseOf(newest)
  const dataDir = mkdtempSync(join(scratch, 'data-'))
  try {
    await demandKey(made.opened.owner.db, { encryption: createEncryption(encryptionKey), dataDir })
    const before = await stateOf(made.owner)
    const other = { database: made.opened, dataDir, folder: nextVersion(newest), clock: systemClock }
    await expect(upgradeDatabase({ ...other, encryptionKey: Buffer.alloc(32, 'd') })).rejects.toThrow(
      'ENCRYPTION_KEY: this database belongs to another encryption key.',
    )
    expect(await stateOf(made.owner)).toEqual(before)
  } finally {
    await made.close()
  }
})

test('the backup that an upgrade took leads back to the release before, which refuses the upgraded database', async () => {
  const made = await databaseOf(newest)
  const dataDir = mkdtempSync(join(scratch, 'data-'))
  try {
    const folder = nextVersion(newest)
    mkdirSync(join(dataDir, 'backups'))
    for (const earlier of ['before-0.0.1.sql.gz.age', 'arcadia-2027-03-01.sql.gz'])
      writeFileSync(join(dataDir, 'backups', earlier), '')
    const { backup } = await upgrade({ database: made.opened, dataDir, folder })
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['arcadia-2027-03-01.sql.gz', `before-${version}.sql.gz.age`])
    // A second start changes nothing, so it takes none.
    expect(await upgrade({ database: made.opened, dataDir, folder })).toEqual({
      applied: [],
      backup: undefined,
    })

    const back = { database: made.opened, dataDir, folder: newest.folder }
    await expect(upgrade(back)).rejects.toThrow(/newer version.* restore the backup that its upgrade took/)
    const old = await restored({ ...newest, file: backup! }, newest.folder)
    await endRestore(old.owner)
    expect(await upgrade({ ...back, database: old.opened })).toEqual({ applied: [], backup: undefined })
    expect(await countRows(old.owner, COUNTED)).toEqual(pick(made.rows))
    await old.close()
  } finally {
    await made.close()
  }
})
