import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  // The copy comes with the application's own migrations applied; these tests bring others.
  await database.pool.query('drop table schema_migrations')
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await write('0001_boats.sql', 'create table boats (name text); insert into boats values ($$Tarpon$$);')
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const boats = async () => (await database.pool.query('select name from boats')).rows.map(({ name }) => name)

test('each file is applied once, in order', async () => {
  await write('0002_more-boats.sql', `insert into boats select name || ' II' from boats`)
  expect(await migrate(database.pool, { folder })).toEqual(['0001_boats.sql', '0002_more-boats.sql'])
  expect(await migrate(database.pool, { folder })).toEqual([])
  expect(await boats()).toEqual(['Tarpon', 'Tarpon II'])
})

test('processes that start at once apply each file exactly once', async () => {
  const other = createPool(database.url)
  const applied = await Promise.all(
    [database.pool, other, database.pool, other].map((pool) => migrate(pool, { folder })),
  )
  await other.end()
  expect(applied.flat()).toEqual(['0001_boats.sql'])
  expect(await boats()).toEqual(['Tarpon'])
})

test('a file that fails leaves nothing of itself, and the ones before it stay', async () => {
  await write('0002_broken.sql', `insert into boats values ('Ghost'); select nonsense;`)
  await expect(migrate(database.pool, { folder })).rejects.toThrow(/^Migration 0002_broken\.sql failed: .*nonsense/)
  expect(await boats()).toEqual(['Tarpon'])
})

test('a file that was changed after it was applied is named', async () => {
  await migrate(database.pool, { folder })
  await write('0001_boats.sql', 'create table ships (name text)')
  await expect(migrate(database.pool, { folder })).rejects.toThrow(/0001_boats\.sql was changed after it was applied/)
})

test('a database of a newer version is not touched', async () => {
  await migrate(database.pool, { folder })
  await rm(join(folder, '0001_boats.sql'))
  await write('0002_other.sql', 'create table others ()')
  await expect(migrate(database.pool, { folder })).rejects.toThrow(/0001_boats\.sql .* a newer version wrote it/)
})

test('two files of one number are refused', async () => {
  await write('0001_rods.sql', 'create table rods ()')
  await expect(migrate(database.pool, { folder })).rejects.toThrow(/0001_rods\.sql: the number 0001 is used twice/)
})

describe('a database that began with the older files', () => {
  beforeEach(() => database.pool.query('drop schema public cascade; create schema public'))

  test.each(['0012_gift_vouchers.sql', '0036_lighter_guard.sql'])(
    'and stands at %s goes through the rest, and ends as a new one does',
    async (through) => {
      const servingRole = new URL(database.servingUrl).username
      expect((await migrate(database.pool, { through })).at(-1)).toBe(through)
      await migrate(database.pool, { servingRole })
      const walked = await schema()
      await database.pool.query('drop schema public cascade; create schema public')
      const files = await migrate(database.pool, { servingRole })
      expect(walked).toEqual(await schema())
      expect(walked.migrations).toEqual(files)
      expect(await migrate(database.pool)).toEqual([])
    },
  )

  test('and is older than those is refused and stays as it is', async () => {
    await migrate(database.pool, { through: '0001_accounts.sql' })
    await database.pool.query(`insert into schema_migrations values ('0005_oversell_guard.sql', 'old')`)
    await expect(migrate(database.pool)).rejects.toThrow(/older than .*0200_to_ten_files\.sql/)
    expect(await migrated()).toEqual(['0001_accounts.sql', '0005_oversell_guard.sql'])
  })
})

const migrated = async () =>
  (await database.pool.query('select name from schema_migrations order by name')).rows.map(({ name }) => name)

/** All that the files make, what may be done with it, and the rows they put there. */
async function schema() {
  const { rows } = await database.pool.query(`
    with ours as (select oid, relname, relkind, relacl from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', relname, relkind, relacl::text, attnum_in_order, attname, format_type(atttypid, atttypmod), attnotnull,
      attidentity, attgenerated, attacl::text, pg_get_expr(adbin, adrelid)) as text
    from ours join (select *, row_number() over (partition by attrelid order by attnum) as attnum_in_order
      from pg_attribute where attnum > 0 and not attisdropped) columns on attrelid = ours.oid
      left join pg_attrdef on adrelid = ours.oid and adnum = attnum
    union all select concat_ws(' ', relname, pg_get_indexdef(ours.oid), pg_get_viewdef(ours.oid)) from ours where relkind in ('i', 'v')
    union all select concat_ws(' ', conname, conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', pg_get_functiondef(oid), proacl) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', business_facts, office_limits, owner_notices) from business_facts, office_limits, owner_notices
    order by 1`)
  return { made: rows.map(({ text }) => text), migrations: await migrated() }
}
