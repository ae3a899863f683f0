import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlarms } from '@arcadia/contract/admin/alarms'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import {
  backUpNow,
  getBackups,
  makeRecoveryKey,
  NO_PLACE,
  setSecondPlace,
  tryRecoveryKey,
} from '@arcadia/contract/admin/backups'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBackup } from '../../backup/backup-file.ts'
import { loadBackup } from '../../backup/load-backup.ts'
import { identityOfRecoveryKey, identityOfSite, readRecoveryKey } from '../../backup/recovery-key.ts'
import { drillName } from '../../backup/restore-drill.ts'
import { upgradeDatabase } from '../../backup/upgrade-database.ts'
import { kyselyOn } from '../../database/open-database.ts'
import { createPool } from '../../database/pool.ts'
import { createEncryption } from '../../encryption.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { BUCKET_KEY, startBucketServer } from '../../testing/bucket-server.ts'
import { aColleague, anAdmin } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { version } from '../../version.ts'

const KEY = '11'.repeat(32)

let app: TestApp
let folder: string
beforeEach(async () => {
  app = await startTestApp({ makesBackups: true, settings: { ENCRYPTION_KEY: KEY } })
  folder = join(app.dataDir, 'backups')
})
afterEach(() => app.close())

const sweep = () => app.app.features.backups.sweeps![0]!.run()
const state = async () => app.call(getBackups, { token: await anAdmin(app) })
const files = async () => (existsSync(folder) ? (await readdir(folder)).sort() : [])
const alarms = async () => {
  const listed = await app.call(listAlarms, { token: await anAdmin(app) })
  return listed.map(({ name }) => name)
}
const backUp = async () => {
  await app.call(backUpNow, { token: await anAdmin(app) })
  await sweep()
  app.clock.advance({ minutes: 1 })
}
const now = () => app.clock.now().toISOString()
const databases = async () =>
  (
    await app.database.pool.query('select datname from pg_database where datname = $1', [
      drillName(app.database.ownerUrl),
    ])
  ).rows
const siteKey = () => identityOfSite(createEncryption(Buffer.from(KEY, 'hex')))

test('each night at three one is made, without anybody having set anything up, tried out, and listed', async () => {
  await aBooking(app)
  await sweep()
  expect(await state()).toMatchObject({ made: [], next: { at: '2027-04-06T07:00:00.000Z' }, isMissed: false })
  app.clock.set('2027-04-06T06:59:00Z')
  await sweep()
  expect(await files()).toEqual([])

  app.clock.set('2027-04-06T07:00:10Z')
  await sweep()
  const name = 'arcadia-2027-04-06-070010Z.sql.gz.age'
  expect(await files()).toEqual([name])
  const { size, mode } = await stat(join(folder, name))
  expect(mode & 0o777).toBe(0o600)
  expect(await state()).toMatchObject({
    made: [
      {
        file: name,
        bytes: size,
        bookings: 1,
        version,
        isHere: true,
        opensWith: 'NO_PAPER',
        drillProblems: [],
        copiedAt: null,
      },
    ],
    next: { at: '2027-04-07T07:00:00.000Z', isRunning: false },
    failure: null,
    recoveryKey: null,
    secondPlace: NO_PLACE,
  })
  const { head, rows } = await checkBackup(join(folder, name), await siteKey())
  expect(head.encryptionKey).toBe(Buffer.from(KEY, 'hex').toString('base64'))
  expect(rows.bookings).toBe(1)
  expect(await databases()).toEqual([])
})

test('a backup that cannot be restored is told, and the database stays as it was', async () => {
  await aBooking(app)
  // A table that no version of ours has, as after a change by hand.
  await app.database.pool.query(`alter table payment_attempts rename to payment_attempts_away`)
  await app.database.pool.query(`create view payment_attempts as select * from payment_attempts_away`)
  await backUp()
  const { made } = await state()
  expect(made[0]!.drillProblems).not.toEqual([])
  expect(await alarms()).toEqual(['last-backup'])
  expect(await databases()).toEqual([])
})

test('a drill that a process left behind is cleared away, and so are its unfinished files', async () => {
  const { database } = app
  await database.pool.query(
    `create database ${drillName(database.ownerUrl)} owner ${new URL(database.ownerUrl).username}`,
  )
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'arcadia-x.sql.gz.age.unfinished'), 'half')
  await backUp()
  expect((await state()).made).toMatchObject([{ drillProblems: [] }])
  expect(await files()).toEqual([expect.stringMatching(/Z\.sql\.gz\.age$/)])
  expect(await databases()).toEqual([])
})

test("where the database's owner may not make another one, the backup is made and says what to do", async () => {
  const role = new URL(app.database.ownerUrl).username
  await app.database.pool.query(`alter role ${role} nocreatedb`)
  try {
    await backUp()
  } finally {
    await app.database.pool.query(`alter role ${role} createdb`)
  }
  expect((await state()).made).toMatchObject([{ drillProblems: [expect.stringContaining('createdb')] }])
})

test('fourteen are kept', async () => {
  for (let day = 0; day < 16; day++) {
    await app.database.pool.query(
      `insert into backups (created_at, next_try_at, file, bytes, bookings, taken_at, made_at, drill_problems, done_at)
        values (now(), now(), $1, 1, 0, now(), now(), '{}', now())`,
      [`old-${day}`],
    )
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `old-${day}`), 'old')
  }
  await backUp()
  const left = await files()
  expect(left).toHaveLength(14)
  expect(left).not.toContain('old-0')
  expect(left).not.toContain('old-2')
  expect(left).toContain('old-3')
  expect((await state()).made).toHaveLength(14)
})

test('a file that a site was restored from stays, although its database never heard that it was made, until fourteen are newer', async () => {
  await backUp()
  const [restoredFrom] = await files()
  // As it is in that file.
  const { pool } = app.database
  await pool.query('delete from backups where made_at is null')
  await pool.query('update backups set made_at = null, done_at = null, next_try_at = $1', [app.clock.now()])
  await sweep()
  expect(await files()).toEqual([restoredFrom, expect.stringMatching(/^arcadia-2027/)])

  app.clock.advance({ days: 14 })
  for (let day = 10; day < 22; day++)
    await pool.query(
      `insert into backups (created_at, next_try_at, file, bytes, taken_at, made_at, done_at)
        values (now(), now(), $1, 1, now(), now(), now())`,
      [`arcadia-2027-04-${day}-070000Z.sql.gz.age`],
    )
  await backUp()
  expect(await files()).not.toContain(restoredFrom)
  expect(await files()).toHaveLength(2)
})

test('the backup that an upgrade took is sealed to the paper, tried out, copied and listed like any other', async () => {
  await sweep()
  const { key } = await app.call(makeRecoveryKey, { token: await anAdmin(app) })
  await sweep()
  const place = await mkdtemp(join(tmpdir(), 'second-place-'))
  await app.call(setSecondPlace, { token: await anAdmin(app), body: { ...NO_PLACE, kind: 'FOLDER', folder: place } })
  await sweep()
  const ours = join(import.meta.dirname, '../../../migrations')
  const next = await mkdtemp(join(tmpdir(), 'next-version-'))
  await cp(ours, next, { recursive: true })
  await writeFile(join(next, '9999_made_up.sql'), 'create table made_up (id integer)')
  const pool = createPool(app.database.ownerUrl)
  const { ownerUrl, servingUrl } = app.database
  const database = { owner: { pool, db: kyselyOn(pool) }, ownerUrl, servingRole: new URL(servingUrl).username }
  const { dataDir, clock } = app
  clock.advance({ hours: 2 })
  await upgradeDatabase({ database, dataDir, clock, encryptionKey: Buffer.from(KEY, 'hex'), folder: next })
  await pool.end()
  await sweep()

  const file = `before-${version}.sql.gz.age`
  const { made, next: planned } = await state()
  expect(made[0]).toMatchObject({ file, opensWith: 'THIS_KEY', drillProblems: [], copiedAt: now() })
  expect(planned.at).toBe('2027-04-06T07:00:00.000Z')
  expect(await readdir(place)).toContain(file)
  const secret = await identityOfRecoveryKey(readRecoveryKey(key)!)
  expect((await checkBackup(join(folder, file), secret)).head.version).toBe(version)
})

test('two processes make one backup, and a second press while it runs makes none more', async () => {
  await app.call(backUpNow, { token: await anAdmin(app) })
  await Promise.all([sweep(), sweep()])
  expect(await files()).toHaveLength(1)
  await sweep()
  expect(await files()).toHaveLength(1)
})

test('a process that dies in the middle is followed by another one once its lease ends', async () => {
  const now = app.clock.now()
  await sweep()
  await app.database.pool.query('update backups set next_try_at = $1, leased_until = $2', [
    now,
    new Date(now.getTime() + 120_000),
  ])
  await sweep()
  expect((await state()).next.isRunning).toBe(true)
  app.clock.advance({ minutes: 3 })
  await sweep()
  expect(await files()).toEqual([expect.stringMatching(/^arcadia-2027/)])
})

test('a day without one is told, with why, until one is made; the try is repeated after an hour', async () => {
  await sweep()
  await writeFile(folder, 'in the way')
  app.clock.set('2027-04-06T07:00:10Z')
  await sweep()
  expect(await state()).toMatchObject({ made: [], failure: expect.stringContaining('EEXIST'), isMissed: false })
  app.clock.set('2027-04-06T16:30:00Z')
  expect((await state()).isMissed).toBe(true)

  await rm(folder)
  await sweep()
  expect(await state()).toMatchObject({ made: [{}], failure: null, isMissed: false })
  // What the alarm of missed backups goes by.
  const { rows } = await app.database.pool.query('select taken_at from last_backup')
  expect(rows).toEqual([{ taken_at: app.clock.now() }])
})

test('on a full disk none is begun, and the page says how much room it needs', async () => {
  const full = await startTestApp({ makesBackups: true, settings: { DATA_DIR: '/proc' } })
  const token = await anAdmin(full)
  await full.call(backUpNow, { token })
  await full.app.features.backups.sweeps![0]!.run()
  expect(await full.call(getBackups, { token })).toMatchObject({
    made: [],
    failure: expect.stringMatching(/^Not enough room on the disk: 0 MB are free, and 5\d\d MB are needed\.$/),
  })
  await full.close()
})

test('the recovery key is shown once, opens the backup that follows, and every owner is told', async () => {
  const token = await anAdmin(app)
  const { key } = await app.call(makeRecoveryKey, { token })
  expect(key).toMatch(/^(\w{4}-){6}\w{4}$/)
  const stored = await app.database.pool.query('select row_to_json(backup_settings)::text as text from backup_settings')
  expect(stored.rows[0].text).not.toContain(key.slice(0, 4))
  expect(await app.answer(tryRecoveryKey, { token, body: { key } })).toMatchObject({
    status: 409,
    body: { error: 'no-backup-here' },
  })

  await aBooking(app)
  await sweep()
  expect(await state()).toMatchObject({ made: [{ opensWith: 'THIS_KEY' }], recoveryKey: { triedAt: null } })
  const typed = { key: key.toLowerCase().replaceAll('-', ' ') }
  expect(await app.call(tryRecoveryKey, { token, body: typed })).toMatchObject({ version, bookings: 1 })
  expect((await state()).recoveryKey).toEqual({ madeAt: now(), triedAt: now() })
  const slip = { key: key.replace(/.$/, (last) => (last === '7' ? 'F' : '7')) }
  expect(await app.answer(tryRecoveryKey, { token, body: slip })).toMatchObject({
    status: 400,
    body: { error: 'not-a-recovery-key' },
  })

  const [name] = await files()
  const whole = await readFile(join(folder, name!))
  await writeFile(join(folder, name!), whole.subarray(0, whole.length - 20))
  expect(await app.answer(tryRecoveryKey, { token, body: typed })).toMatchObject({
    status: 409,
    body: { error: 'backup-not-whole' },
  })

  app.clock.advance({ minutes: 1 })
  const { key: next } = await app.call(makeRecoveryKey, { token })
  expect(await state()).toMatchObject({ made: [{ opensWith: 'EARLIER_KEY' }], recoveryKey: { triedAt: null } })
  expect(await app.answer(tryRecoveryKey, { token, body: { key: next } })).toMatchObject({
    status: 409,
    body: { error: 'recovery-key-is-another' },
  })
  await sweep()
  expect(await app.answer(tryRecoveryKey, { token, body: typed })).toMatchObject({
    status: 409,
    body: { error: 'recovery-key-is-earlier' },
  })
  expect(await app.answer(tryRecoveryKey, { token, body: { key: key.repeat(9) } })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^This is longer than a recovery key/) },
  })
  const mails = await readMails(app, 'admin@localhost', 'change-of-rule')
  expect(mails.map(({ text }) => text).join()).toContain('made a new recovery key')
  const entries = await app.call(listAuditEntries, { token, query: {} })
  expect(JSON.stringify(entries)).not.toContain(key.slice(0, 4))
})

test('only an owner comes near them, and none of the answers has a secret', async () => {
  for (const position of ['OFFICE', 'GUIDE'] as const) {
    const { token } = await aColleague(app, position)
    for (const call of [getBackups, backUpNow, makeRecoveryKey])
      expect(await app.answer(call, { token })).toMatchObject({ status: 403 })
  }
})

test('a copy goes to a folder, which is said to be on the same disk; a folder that is gone is told, and caught up with', async () => {
  const other = await mkdtemp(join(tmpdir(), 'arcadia-second-'))
  const token = await anAdmin(app)
  await backUp()
  const body = { ...NO_PLACE, kind: 'FOLDER', folder: other } as const
  expect(await app.call(setSecondPlace, { token, body })).toMatchObject({ secondPlace: body, isSameDisk: true })
  await sweep()
  expect(await readdir(other)).toEqual(await files())
  expect((await state()).made).toMatchObject([{ copiedAt: now() }])
  expect(await readFile(join(other, (await files())[0]!))).toEqual(await readFile(join(folder, (await files())[0]!)))

  await rm(other, { recursive: true })
  app.clock.advance({ minutes: 1 })
  await backUp()
  expect(await state()).toMatchObject({
    made: [{ copiedAt: null }, {}],
    failure: 'There is no such folder. Is the disk connected?',
  })
  expect(await alarms()).toEqual(['last-backup'])
  await mkdir(other)
  app.clock.advance({ hours: 1 })
  await sweep()
  expect(await readdir(other)).toHaveLength(1)
  expect(await alarms()).toEqual([])
  expect(await state()).toMatchObject({ failure: null })
  await rm(other, { recursive: true })
})

test('the folder that backups are in is no second place, whatever leads there', async () => {
  const token = await anAdmin(app)
  await backUp()
  const elsewhere = await mkdtemp(join(tmpdir(), 'arcadia-way-'))
  await symlink(folder, join(elsewhere, 'way'))
  for (const place of [folder, app.dataDir, join(folder, '.'), join(folder, '../backups/'), join(elsewhere, 'way')])
    expect(
      await app.request('PUT', setSecondPlace.path, { token, body: { ...NO_PLACE, kind: 'FOLDER', folder: place } }),
    ).toMatchObject({ status: 400, body: { details: [{ path: 'folder' }] } })
  expect((await state()).secondPlace).toEqual(NO_PLACE)
  await rm(elsewhere, { recursive: true })
})

test('a restored site leaves the second place alone until an owner says that it goes on there', async () => {
  const token = await anAdmin(app)
  const place = await mkdtemp(join(tmpdir(), 'arcadia-second-'))
  const body = { ...NO_PLACE, kind: 'FOLDER', folder: place } as const
  await app.call(setSecondPlace, { token, body })
  await backUp()
  const [file] = await readdir(place)
  const copy = await createTestDatabase()
  const owner = createPool(copy.ownerUrl)
  await loadBackup({
    owner,
    servingRole: new URL(copy.servingUrl).username,
    dataDir: app.dataDir,
    encryptionKey: Buffer.from(KEY, 'hex'),
    file: join(place, file!),
    identity: await siteKey(),
    overwrites: false,
  })
  const { rows } = await owner.query('select second_place as stored from backup_settings')
  await owner.end()
  await copy.drop()
  expect(rows).toMatchObject([{ stored: { kind: 'FOLDER', folder: place, isPaused: true } }])

  await app.database.pool.query('update backup_settings set second_place = $1', [rows[0].stored])
  await backUp()
  expect(await readdir(place)).toEqual([file])
  expect(await state()).toMatchObject({ secondPlace: body, isPaused: true, made: [{ copiedAt: null }, {}] })
  expect(await alarms()).toEqual([])
  expect(await app.call(setSecondPlace, { token, body })).toMatchObject({ isPaused: false })
  await sweep()
  expect(await readdir(place)).toHaveLength(2)
  await rm(place, { recursive: true })
})

test('what the last backup is, is not claimed before there is one; one that failed is tried out again with the next try of its copy', async () => {
  const { look } = app.app.features.backups.checks!.find(({ name }) => name === 'last-backup')!
  const about = async () => (await look()).about
  expect(await about()).toBe('last backup: none yet')
  await backUp()
  expect(await about()).toBe('last backup: it was restored and is whole')
  await app.database.pool.query("update backups set drill_problems = '{broken}'")
  expect(await about()).toBe('last backup: it could not be restored well')
  expect(await alarms()).toEqual(['last-backup'])
  const place = await mkdtemp(join(tmpdir(), 'arcadia-second-'))
  const body = { ...NO_PLACE, kind: 'FOLDER', folder: place } as const
  await app.call(setSecondPlace, { token: await anAdmin(app), body })
  await sweep()
  expect(await about()).toBe('last backup: it was restored and is whole, and is in the second place')
  expect(await alarms()).toEqual([])
  await rm(place, { recursive: true })
})

test('a place that nothing can be written to is not saved, and the answer says why', async () => {
  const token = await anAdmin(app)
  const refused = (body: object) => app.request('PUT', setSecondPlace.path, { token, body })
  expect(await refused({ ...NO_PLACE, kind: 'FOLDER', folder: join(app.dataDir, 'no-such-folder') })).toMatchObject({
    status: 409,
    body: { message: 'There is no such folder. Is the disk connected?' },
  })
  expect(await refused({ ...NO_PLACE, kind: 'FOLDER', folder: 'relative' })).toMatchObject({ status: 400 })
  const bucket = {
    ...NO_PLACE,
    kind: 'S3',
    address: 'http://127.0.0.1:1/my-bucket',
    region: '',
    keyId: 'k',
    secret: 's',
  }
  expect(await refused(bucket)).toMatchObject({
    status: 409,
    body: { message: 'Nothing answers at 127.0.0.1:1. Look for a typo in the address.' },
  })
  expect(await refused({ ...bucket, address: 'https://storage.invalid/my-bucket' })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^(There is no server called|We couldn't look up) storage\.invalid/) },
  })
  expect(await refused({ ...bucket, secret: '' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'secret' }] },
  })
  expect(await refused({ ...bucket, address: 'ftp://example.com' })).toMatchObject({ status: 400 })
  expect((await state()).secondPlace).toEqual(NO_PLACE)
})

test('a copy goes to an S3-compatible bucket, signed; its secret is stored encrypted, answered to nobody, and kept when left empty', async () => {
  const bucket = await startBucketServer()
  const token = await anAdmin(app)
  const body = { ...NO_PLACE, kind: 'S3', address: bucket.address, region: 'us-east-005', ...BUCKET_KEY } as const
  expect(await app.answer(setSecondPlace, { token, body: { ...body, secret: 'wrong' } })).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/^127\S+ didn't take the keys, or they may not write .* \(It answered 403\.\)$/),
    },
  })
  expect(await app.call(setSecondPlace, { token, body })).toMatchObject({ secondPlace: { ...body, secret: '' } })
  const { rows } = await app.database.pool.query(
    'select row_to_json(backup_settings)::text as text from backup_settings',
  )
  expect(rows[0].text).not.toContain(BUCKET_KEY.secret)
  await backUp()
  const [name] = await files()
  expect([...bucket.files.keys()]).toEqual([name])
  expect(bucket.files.get(name!)).toEqual(await readFile(join(folder, name!)))

  await app.call(setSecondPlace, { token, body: { ...body, secret: '' } })
  bucket.refusal = 507
  await backUp()
  expect(await alarms()).toEqual(['last-backup'])
  expect((await state()).failure).toMatch(/has no room left\. \(It answered 507\.\)/)
  bucket.refusal = 0
  app.clock.advance({ hours: 1 })
  await sweep()
  expect([...bucket.files.keys()].sort()).toEqual(await files())
  expect(await alarms()).toEqual([])
  await bucket.close()
})

test('negative control: without the address of the owner, as in commands, no backup is made', async () => {
  const other = await startTestApp()
  expect(other.app.features.backups.sweeps).toBeUndefined()
  await other.close()
})
