import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

const BOATS = 'create table boats (name text); insert into boats values ($$Tarpon$$);'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  // The copy has the application's migrations applied; these tests use their own.
  await database.pool.query('drop table schema_migrations')
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await mkdir(join(folder, 'functions'))
  await write('0001_boats.sql', BOATS)
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const boats = async () => (await database.pool.query('select name from boats')).rows.map(({ name }) => name)

test('each file is applied once, in order', async () => {
  await write('0002_more-boats.sql', `insert into boats select name || ' II' from boats`)
  expect(await migrate(database.pool, { folder })).toEqual(['0001_boats.sql', '0002_more-boats.sql', 'functions'])
  expect(await migrate(database.pool, { folder })).toEqual([])
  expect(await boats()).toEqual(['Tarpon', 'Tarpon II'])
})

test('processes that start at the same time apply each file exactly once', async () => {
  const other = createPool(database.url)
  const applied = await Promise.all(
    [database.pool, other, database.pool, other].map((pool) => migrate(pool, { folder })),
  )
  await other.end()
  expect(applied.flat()).toEqual(['0001_boats.sql', 'functions'])
  expect(await boats()).toEqual(['Tarpon'])
})

test('a failing file is rolled back with all others of its start', async () => {
  await migrate(database.pool, { folder })
  await write('0002_more-boats.sql', `insert into boats select name || ' II' from boats`)
  await write('0003_broken.sql', `insert into boats values ('Ghost'); select nonsense;`)
  await expect(migrate(database.pool, { folder })).rejects.toThrow(/^Migration 0003_broken\.sql failed: .*nonsense/)
  expect(await boats()).toEqual(['Tarpon'])
})

describe('functions, views and triggers', () => {
  const crew = async () => (await database.pool.query('select crew() as number')).rows[0].number
  const withCrew = (number: number) =>
    write('functions/crew.sql', `create function crew() returns integer language sql as 'select ${number}';`)

  test('are replaced as a whole by the next start, once, however many processes start', async () => {
    await withCrew(2)
    await write(
      'functions/more.sql',
      `create view captains as select name from boats; create function gone() returns integer language sql as 'select 1';`,
    )
    await migrate(database.pool, { folder })
    expect(await crew()).toBe(2)
    expect(await migrate(database.pool, { folder })).toEqual([])
    await withCrew(3)
    await rm(join(folder, 'functions/more.sql'))
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { folder })))
    expect(applied.flat()).toEqual(['functions'])
    expect(await crew()).toBe(3)
    await expect(database.pool.query('select gone()')).rejects.toThrow(/does not exist/)
    await expect(database.pool.query('select from captains')).rejects.toThrow(/does not exist/)
  })

  test('give way to new columns that they name, and one that fails takes the new columns back', async () => {
    await write('functions/names.sql', 'create view names as select name from boats;')
    await migrate(database.pool, { folder })
    await write('0002_long-names.sql', 'alter table boats alter column name type varchar(40)')
    await write('functions/names.sql', 'create view names as select nonsense from boats;')
    await expect(migrate(database.pool, { folder })).rejects.toThrow(/^Migration functions failed: .*nonsense/)
    const { rows } = await database.pool.query(
      `select data_type from information_schema.columns where table_name = 'boats'`,
    )
    expect(rows).toEqual([{ data_type: 'text' }])
    expect((await database.pool.query('select name from names')).rows).toEqual([{ name: 'Tarpon' }])
  })

  test('give way to the next ones where a view is made of another', async () => {
    for (const greeting of ['Hi', 'Hello']) {
      await write(
        'functions/names.sql',
        `create view names as select name from boats;
         create view greetings as select '${greeting} ' || name as words from names;`,
      )
      expect(await migrate(database.pool, { folder })).toContain('functions')
    }
  })

  test('leave alone a function that an index is made with', async () => {
    await write(
      '0002_short.sql',
      `
      create function short(name text) returns text language sql immutable return left(name, 3);
      create index boats_short on boats (short(name));`,
    )
    await migrate(database.pool, { folder })
    await withCrew(2)
    expect(await migrate(database.pool, { folder })).toEqual(['functions'])
    expect((await database.pool.query(`select short('Tarpon')`)).rows).toEqual([{ short: 'Tar' }])
  })
})

describe('refuses and leaves untouched a database', () => {
  test('from before the first release: its files have other words, or other names', async () => {
    await migrate(database.pool, { folder })
    await write('0001_boats.sql', 'create table ships (name text)')
    await expect(migrate(database.pool, { folder })).rejects.toThrow(/^This database was made before version 1\.0\.0/)
    await rm(join(folder, '0001_boats.sql'))
    await write('0001_ships.sql', 'create table ships (name text)')
    await expect(migrate(database.pool, { folder })).rejects.toThrow(
      /made before version 1\.0\.0 and can't be upgraded/,
    )
    await write('0001_boats.sql', BOATS)
    await rm(join(folder, '0001_ships.sql'))
    await database.pool.query(`insert into schema_migrations values ('0002_lakes.sql', '')`)
    await write('0003_rivers.sql', 'create table rivers ()')
    await expect(migrate(database.pool, { folder })).rejects.toThrow(/^This database was made before version 1\.0\.0/)
    expect(await boats()).toEqual(['Tarpon'])
  })

  test('of a newer version, and says how to go back', async () => {
    await write('0002_other.sql', 'create table others ()')
    await migrate(database.pool, { folder })
    await rm(join(folder, '0002_other.sql'))
    await expect(migrate(database.pool, { folder })).rejects.toThrow(
      /0002_other\.sql .* from a newer version\. .* restore the backup that its upgrade took .* booked since is not in it/,
    )
  })
})

test('what comes before an upgrade runs once, not for an empty database, and may refuse it', async () => {
  const runs: string[] = []
  const before = async () => void runs.push('before')
  await migrate(database.pool, { folder, before })
  expect(runs).toEqual([])
  await write('0002_more-boats.sql', `insert into boats values ('Ghost')`)
  await expect(migrate(database.pool, { folder, before: () => Promise.reject(new Error('disk')) })).rejects.toThrow(
    'disk',
  )
  expect(await boats()).toEqual(['Tarpon'])
  await Promise.all([1, 2, 3].map(() => migrate(database.pool, { folder, before })))
  expect(runs).toEqual(['before'])
  expect(await boats()).toEqual(['Tarpon', 'Ghost'])
})

test('refuses two files with the same number', async () => {
  await write('0001_rods.sql', 'create table rods ()')
  await expect(migrate(database.pool, { folder })).rejects.toThrow(/0001_rods\.sql: the number 0001 is used twice/)
})

test('the numbered files make tables and data, and no function but for indexes and stored columns', async () => {
  await database.pool.query('drop schema public cascade; create schema public')
  await migrate(database.pool, { through: '9999' })
  const { rows } = await database.pool.query(`
    select tgname as name from pg_trigger where not tgisinternal
    union all
    select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'v'
    union all
    select proname from pg_proc p where pronamespace = current_schema()::regnamespace and not exists (
      select from pg_depend where (classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
        or (refclassid = 'pg_proc'::regclass and refobjid = p.oid and classid <> 'pg_proc'::regclass))`)
  expect(rows).toEqual([])
})
