import { join } from 'node:path'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { createBase } from '../base.ts'
import { dataChecks, examine } from '../checks/checks.ts'
import { readConfig } from '../config.ts'
import { kyselyOn } from '../database/open-database.ts'
import { createPool } from '../database/pool.ts'
import { createFeatures } from '../features.ts'
import { catalogOf } from '../testing/catalog.ts'
import { createDatabase, dropDatabase, inDatabase } from '../testing/database-copies.ts'
import { testClock } from '../testing/test-clock.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { checkBackup } from './backup-file.ts'
import { catchUp } from './catch-up.ts'
import { endRestore, loadBackup } from './load-backup.ts'

/** Two demo seasons from `npm run seed` and `npm run backup` of an earlier release (its last migration was `0012_questions_by_name.sql`), with made-up people and simulator tokens. */
const KEY = 'gsgZJGLybigXGsu5xkfZdxHwZE/J6TeSZlUlXfLt2rg='
const file = join(import.meta.dirname, '../testing/release-0012.sql.gz')

test('data of an earlier release migrates completely, and the doctor finds no problems', async () => {
  const server = inject('testServer')
  const name = `${server.template}_upgrade`
  await createDatabase(server, name)
  const owner = createPool(inDatabase(server.ownerUrl, name))
  const servingUrl = inDatabase(server.directUrl, name)
  const serving = createPool(servingUrl)
  const fresh = await createTestDatabase()
  try {
    const dataDir = process.env.TMPDIR ?? '/tmp'
    const servingRole = new URL(servingUrl).username
    const { head, rows } = await loadBackup({
      owner,
      servingRole,
      dataDir,
      encryptionKey: null,
      file,
      overwrites: false,
    })
    const { rows: applied } = await owner.query('select name from schema_migrations')
    expect(applied.map(({ name }) => name)).not.toContain(head.migrations.at(-1)!.name)
    for (const table of ['users', 'bookings', 'payment_attempts', 'refunds', 'audit_entries']) {
      const { rows: now } = await owner.query(`select count(*)::integer as count from ${table}`)
      expect([table, now[0].count]).toEqual([table, rows[table]])
    }

    // The earlier release sent the seconds between them as the calendar file's SEQUENCE.
    const { rows: bookings } = await owner.query('select changes, created_at, updated_at from bookings')
    const secondsOf = ({ created_at, updated_at }: { created_at: Date; updated_at: Date }) =>
      Math.floor((updated_at.getTime() - created_at.getTime()) / 1000)
    expect(bookings.map(({ changes }) => changes)).toEqual(bookings.map((booking) => 1 + secondsOf(booking)))
    expect(bookings.some((booking) => secondsOf(booking) > 0)).toBe(true)

    // Whoever had bookings is open.
    const { rows: opened } = await owner.query('select opens_on <= $1::date as is_open from booking_config', [
      head.takenAt,
    ])
    expect(opened).toEqual([{ is_open: true }])

    const config = readConfig({ DATABASE_URL: servingUrl, ENCRYPTION_KEY: KEY, DATA_DIR: dataDir })
    const clock = testClock(head.takenAt)
    const log = pino({ level: 'silent' })
    const db = kyselyOn(serving)
    const features = createFeatures(createBase({ config, db, databaseUrl: servingUrl, clock, log }))
    await catchUp({ db: kyselyOn(owner), clock, features, takenAt: head.takenAt })
    await endRestore(owner)
    expect(await catalogOf(owner)).toEqual(await catalogOf(fresh.pool))
    const findings = await examine(dataChecks(db, features))
    expect(findings.flatMap(({ problems }) => problems)).toEqual([])
    expect(await checkBackup(file)).toEqual({ head, rows })
  } finally {
    await Promise.all([owner.end(), serving.end(), fresh.drop()])
    await dropDatabase(server.url, name)
  }
})
