import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBase } from '../base.ts'
import { dataChecks, examine } from '../checks/checks.ts'
import { type Config, readConfig } from '../config.ts'
import { readLedger } from '../features/bookkeeping/ledger.service.ts'
import { createFeatures } from '../features.ts'
import { mountSimulator } from '../mounted-simulator.ts'
import { differencesFromSimulator } from '../testing/check-books.ts'
import { inProof } from '../testing/proof.ts'
import { controlOf } from '../testing/simulator-control.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { playDemo } from './demo.ts'
import { TRIPS } from './story.ts'

/** A day in the second season, with past trips, upcoming trips and a past season. */
const now = new Date('2027-06-15T14:00:00Z')
const clock = { now: () => now }

/** One trip for each outcome, without repetitions. */
const oneOfEachKind = TRIPS.filter(({ season, who }) =>
  season === 'last'
    ? ['linda', 'susan', 'karen', 'thomas', 'megan', 'walter', 'denise', 'hank'].includes(who)
    : ['kenji', 'susan', 'gloria', 'peter', 'curtis', 'luis', 'maria'].includes(who),
)

const dataDir = mkdtempSync(join(tmpdir(), 'arcadia-demo-'))
let config: Config
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  config = readConfig({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'a long enough password',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  })
  await playDemo(config, { ...database, owner: database }, now, inProof(TRIPS, oneOfEachKind))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the doctor finds no problems', async () => {
  const { db, servingUrl: databaseUrl } = database
  const features = createFeatures(createBase({ config, db, databaseUrl, clock, log: pino({ level: 'silent' }) }))
  const findings = await examine(dataChecks(db, features))
  expect(findings.filter(({ problems }) => problems.length > 0)).toEqual([])
  expect(findings.map(({ about }) => about).join()).toMatch(/provider: \d+ charges/)
})

test("our books match the built-in simulator's", async () => {
  const provider = Fastify()
  await mountSimulator(provider, config)
  const url = `${await provider.listen({ host: '127.0.0.1', port: 0 })}/simulator`
  const books = await readLedger(database.db, 'simulator', clock.now())
  expect(await differencesFromSimulator(database.db, controlOf(url))).toEqual([])
  await provider.close()
  expect(books).toMatchObject({ balanced: true, differences: [] })
  expect(books.captured).toBeGreaterThan(0)
  expect(books.refunded).toBeGreaterThan(0)
})

test('every booking on the site has its deposit paid by card, and the balance is the rest of the price', async () => {
  const { rows } = await sql<{ deposit: number; rest: number; paid: number[] }>`
    select b.deposit_cents as deposit, b.total_cents - b.deposit_cents as rest,
      array(select a.amount_cents from payment_attempts a where a.booking_id = b.id and a.outcome = 'CAPTURED' order by a.id)
        as paid
    from bookings b where b.entered_by is null`.execute(database.db)
  expect(rows.length).toBeGreaterThan(inProof(25, 10))
  for (const { deposit, rest, paid } of rows) expect([[deposit], [deposit, rest]]).toContainEqual(paid)
})

test('covers every booking status and every item that waits for the owner', async () => {
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    (await query.execute(database.db)).rows[0]!.count
  for (const status of ['CONFIRMED', 'COMPLETED', 'CANCELLED'])
    expect(await count(sql`select count(*)::int from bookings where status = ${status}`)).toBeGreaterThan(2)
  expect(await count(sql`select count(*)::int from bookings where private_spots is not null`)).toBe(1)
  expect(await count(sql`select count(*)::int from waitlist_entries where ended_at is null`)).toBe(1)
  expect(await count(sql`select count(*)::int from refund_requests where decided_at is null`)).toBe(1)
  expect(await count(sql`select count(*)::int from manual_payments`)).toBeGreaterThan(2)
  expect(await count(sql`select count(*)::int from outbox_mails where sent_at is null`)).toBe(0)
})

test('each trip belongs to the account of the person named on it', async () => {
  const { rows } = await sql`
    select b.id from bookings b join users u on u.id = b.user_id
    where (b.first_name, b.last_name, b.email) is distinct from (u.first_name, u.last_name, u.email)`.execute(
    database.db,
  )
  expect(rows).toEqual([])
})

test('every question, review and enquiry has a unique text, and spam is marked', async () => {
  const { rows } = await sql<{ texts: number; different: number }>`
    select count(*)::int as texts, count(distinct text)::int as different from (
      select query_message as text from booking_queries
      union all select text from replies
      union all select review_text from reviews
      union all select message from enquiries) written`.execute(database.db)
  expect(rows[0]!.different).toBe(rows[0]!.texts)
  const spam = await database.db.selectFrom('enquiries').select('message').where('status', '=', 'SPAM').execute()
  expect(spam).toEqual([{ message: expect.stringContaining('We guarantee 10,000 visitors') }])
})

test('nothing happened in the future', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%'
      and column_name in ('created_at', 'updated_at', 'happened_at', 'sent_at', 'responded_at', 'decided_at', 'settled_at')
      and table_name <> 'schema_migrations'`.execute(database.db)
  expect(rows.length).toBeGreaterThan(15)
  for (const { table_name, column_name } of rows) {
    const later = sql`select 1 from ${sql.table(table_name)} where ${sql.ref(column_name)} > ${now}`
    expect((await later.execute(database.db)).rows, `${table_name}.${column_name}`).toEqual([])
  }
})

test('refuses a database that is in use', async () => {
  await expect(playDemo(config, { ...database, owner: database }, now)).rejects.toThrow('this database is in use')
})
