import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { findTampering } from './audit-log.rules.ts'
import { listChain } from './audit-log.store.ts'
import { recordChange } from './audit-log.writes.ts'

let app: TestApp
let adminId: number
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.database
  adminId = (await db.selectFrom('users').select('id').where('role', '=', 'ADMIN').executeTakeFirstOrThrow()).id
})
afterAll(() => app.close())

const change = (tx: Db, id: number, before: unknown = null, after: unknown = { note: 'Zoë | "1"' }) =>
  recordChange(tx, adminId, 'booking.note-added', id, before, after)

test('a change is recorded with who, what and the transaction time', async () => {
  const { db } = app.database
  await inTransaction(db, app.clock, (tx) => change(tx, 1, { status: 'PENDING' }, { status: 'CONFIRMED' }))
  const entry = (await listChain(db)).at(-1)!
  expect(entry).toMatchObject({
    admin_id: adminId,
    action: 'booking.note-added',
    subject_kind: 'booking',
    subject_id: '1',
    happened_at: app.clock.now(),
    before_value: '{"status":"PENDING"}',
    after_value: '{"status":"CONFIRMED"}',
  })
})

test('a rolled-back change is not logged', async () => {
  const { db } = app.database
  const before = await listChain(db)
  const failing = inTransaction(db, app.clock, async (tx) => {
    await change(tx, 2)
    throw new Error('the day is full')
  })
  await expect(failing).rejects.toThrow('the day is full')
  expect(await listChain(db)).toEqual(before)
})

test('concurrent writers build one gapless chain without deadlocks', async () => {
  const { db } = app.database
  const length = (await listChain(db)).length
  let tries = 0
  const writers = Array.from({ length: 20 }, (_, index) =>
    inTransaction(db, app.clock, async (tx) => {
      tries += 1
      await change(tx, index)
      // All lock the same day after their entry: holding the chain's lock since then would deadlock.
      await sql`select pg_advisory_xact_lock(1, 42)`.execute(tx)
      await change(tx, index)
    }),
  )
  await Promise.all(writers)
  const entries = await listChain(db)
  expect(tries).toBe(20)
  expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: length + 40 }, (_, index) => index + 1))
  expect(findTampering(entries)).toEqual([])
})

test('the log is append-only: the database refuses updates, deletes and truncation', async () => {
  const { pool } = app.database
  await inTransaction(app.database.db, app.clock, (tx) => change(tx, 3))
  for (const statement of [
    `update audit_entries set action = 'x'`,
    'update audit_entries set position = null, hash = null',
    'delete from audit_values',
    'delete from audit_entries',
    'truncate audit_entries cascade',
    'truncate audit_values',
    `update audit_values set after_value = '1'`,
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: 'AR003' })
})

test('personal values can be blanked, and the chain stays valid', async () => {
  const { pool, db } = app.database
  await pool.query('update audit_values set salt = null, before_value = null, after_value = null, blanked_at = now()')
  const entries = await listChain(db)
  expect(entries.every(({ after_value }) => after_value === null)).toBe(true)
  expect(findTampering(entries)).toEqual([])
})

test('tampering around the triggers is detected', async () => {
  const { pool, db } = app.database
  await inTransaction(db, app.clock, async (tx) => {
    for (let id = 10; id < 14; id++) await change(tx, id)
  })
  const tamper = async (statement: string) => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('alter table audit_entries disable trigger all; alter table audit_values disable trigger all')
    await client.query(statement)
    const { rows } = await client.query(
      'select e.*, v.salt, v.before_value::text, v.after_value::text, v.blanked_at from audit_entries e left join audit_values v on v.entry_id = e.id order by position',
    )
    await client.query('rollback')
    client.release()
    return findTampering(rows)
  }
  const of = (id: number) => `(select id from audit_entries where subject_id = '${id}' order by id desc limit 1)`
  expect(await tamper('select 1')).toEqual([])
  expect((await tamper(`update audit_entries set action = 'nothing.happened' where id = ${of(11)}`))[0]).toMatch(
    'was changed',
  )
  expect(
    (await tamper(`update audit_entries set happened_at = happened_at - interval '1 day' where id = ${of(13)}`))[0],
  ).toMatch('was changed')
  expect((await tamper(`update audit_values set after_value = '{}' where entry_id = ${of(12)}`))[0]).toMatch(
    'the values of',
  )
  expect(
    (
      await tamper(
        `delete from audit_values where entry_id = ${of(12)}; delete from audit_entries where id = ${of(12)}`,
      )
    )[0],
  ).toMatch('an entry is missing')
})
