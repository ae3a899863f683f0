import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BEFORE_TEN_FILES } from '../testing/before-ten-files.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

const migrations = join(import.meta.dirname, '../../migrations')

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

/** As a database stands where files ran that are no more. */
async function applied(...names: string[]): Promise<void> {
  await database.pool.query(
    'create table schema_migrations (name text primary key, checksum text, applied_at timestamptz default now())',
  )
  await database.pool.query(`insert into schema_migrations select unnest($1::text[]), 'old'`, [names])
}

test('a database where the last of the old files ran is brought up to date and taken over', async () => {
  const all = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
  const later = all.filter((name) => name > '0010_audit_log_and_news.sql')
  await database.pool.query('drop schema public cascade; create schema public')
  for (const name of all.slice(0, -later.length))
    await database.pool.query(await readFile(join(migrations, name), 'utf8'))
  await applied('0001_accounts.sql', '0005_oversell_guard.sql', '0200_lapses_by_name.sql')
  await database.pool.query(BEFORE_TEN_FILES)
  expect(await migrate(database.pool)).toEqual(later)
  const { rows } = await database.pool.query('select name, checksum from schema_migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(all)
  expect(rows.map(({ checksum }) => checksum)).not.toContain('old')
  expect(await migrate(database.pool)).toEqual([])
})

test('a database that is older is refused and stays as it is', async () => {
  await applied('0001_accounts.sql', '0005_oversell_guard.sql')
  await expect(migrate(database.pool)).rejects.toThrow(/older .* 0200_lapses_by_name\.sql/)
  const { rows } = await database.pool.query('select name from schema_migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(['0001_accounts.sql', '0005_oversell_guard.sql'])
})
