import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

/** What an attacker could try who can run any SQL as the serving role. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // A copied database lacks the database-level rights.
  await migrateAsOwner()
  await database.pool.query(`
    insert into users (username, email, password_hash, created_at, updated_at) values ('ann', 'ann@example.com', '', now(), now())`)
})
afterAll(() => database.drop())

async function migrateAsOwner(): Promise<void> {
  const owner = createPool(database.ownerUrl)
  await migrate(owner, { servingRole: new URL(database.servingUrl).username }).finally(() => owner.end())
}

/** Runs the statement and rolls it back; returns PostgreSQL's error code, or undefined if it succeeded. */
async function attempt(url: string, statement: string): Promise<string | undefined> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end()
  }
}

const REFUSED = '42501'

const asAnn = `(username, email, password_hash, created_at, updated_at, role, position) values ('eve', 'eve@example.com', '', now(), now()`

test.each([
  `update users set role = 'ADMIN', position = 'OWNER'`,
  `insert into users ${asAnn}, 'ADMIN', 'OWNER')`,
  `insert into server_key (digest) values (sha256('mine'))`,
  `update server_key set digest = sha256('mine')`,
  'select digest from server_key',
  'delete from users',
  `update audit_entries set action = 'nothing.happened'`,
  'delete from audit_entries',
  'truncate audit_entries cascade',
  'insert into audit_entries (position) values (1)',
  'update audit_values set before_value = null',
  'delete from audit_values',
  'delete from bookings',
  'delete from holds',
  'delete from payment_attempts',
  'delete from refunds',
  'delete from manual_payments',
  'truncate holds cascade',
  'update schema_migrations set checksum = null',
  'alter table audit_entries disable trigger user',
  'alter table bookings disable trigger bookings_guard_entry',
  'create or replace function oversell_guard_is_on() returns boolean language sql as $$ select false $$',
  'alter table users add column notes text',
  'drop table sessions',
  'create table mine ()',
  'create temporary table mine ()',
  `alter role arcadia_app superuser`,
  'set role arcadia_owner',
])('%s is refused', async (statement) => {
  expect(await attempt(database.directUrl, statement)).toBe(REFUSED)
})

test('no role of the application can turn off triggers for a session', async () => {
  for (const url of [database.directUrl, database.ownerUrl])
    expect(await attempt(url, 'set session_replication_role = replica')).toBe(REFUSED)
})

test.each([
  `update users set role = 'ADMIN', position = 'OWNER'`,
  `insert into users ${asAnn}, 'ADMIN', 'OWNER')`,
  `insert into server_key (digest) values (sha256('mine'))`,
  'alter table audit_entries disable trigger user; delete from audit_entries',
  'alter table audit_entries disable trigger user; alter table audit_values disable trigger user; truncate audit_entries cascade',
  'alter table holds disable trigger user; delete from holds',
  'create or replace function oversell_guard_is_on() returns boolean language sql as $$ select false $$',
  'alter table users add column notes text',
  'create table mine ()',
])('negative control: the owner may run %s', async (statement) => {
  expect(await attempt(database.ownerUrl, statement)).toBeUndefined()
})

test('audit values can be erased only through the function, and only for closed accounts', async () => {
  const serving = createPool(database.directUrl)
  const blanked = async () => {
    await serving.query(`select blank_audit_values('user', array['1'], now())`)
    return (await serving.query('select blanked_at is not null as is_blanked from audit_values')).rows[0].is_blanked
  }
  await serving.query(`
    with entry as (
      insert into audit_entries (happened_at, admin_id, action, subject_kind, subject_id, values_digest)
      values (now(), 1, 'user.deactivated', 'user', '1', '') returning id)
    insert into audit_values (entry_id, salt, before_value, after_value) select id, '', 'null', 'null' from entry`)
  expect((await serving.query('select position from audit_entries')).rows).toEqual([{ position: 1 }])
  expect(await blanked()).toBe(false)
  await serving.query('update users set closed_at = now()')
  expect(await blanked()).toBe(true)
  await serving.end()
})

test('a new table gets its rights automatically', async () => {
  const owner = createPool(database.ownerUrl)
  await owner.query(`
    create table boats (id integer generated always as identity primary key);
    create table trips (id integer);
    create trigger trips_are_kept before delete on trips for each row execute function keep_rows()`)
  expect(await attempt(database.directUrl, 'select from boats')).toBe(REFUSED)
  await owner.end()
  await migrateAsOwner()
  for (const statement of ['insert into boats default values', 'update boats set id = default', 'delete from boats'])
    expect(await attempt(database.directUrl, statement)).toBeUndefined()
  expect(await attempt(database.directUrl, 'delete from trips')).toBe(REFUSED)
})
