import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../apps/server/src')

/** Tests and the demo may write to any table. */
const files = (await readdir(server, { recursive: true }))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|demo)\//.test(file))
  .sort()
const sources = await Promise.all(
  files.map(async (file) => [file, await readFile(join(server, file), 'utf8')] as const),
)

/** The folder that declares each table in its part of `interface Tables`; `money_` names and `change_log` are views. */
const owners = new Map(
  sources.flatMap(([file, source]) =>
    [...source.matchAll(/^ {2}interface Tables \{\n([\s\S]*?)^ {2}\}/gm)].flatMap(([, tables = '']) =>
      [...tables.matchAll(/^ {4}(?!money_|change_log)(\w+): /gm)].map(
        ([, table = '']) => [table, dirname(file)] as const,
      ),
    ),
  ),
)

const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)|\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(\w+)/gi

const writes = sources.flatMap(([file, source]) =>
  [...source.matchAll(WRITE)].flatMap(([, named, raw]) => {
    const table = (named ?? raw)!
    return owners.has(table) ? [{ file, table }] : []
  }),
)

test('each table is declared by one folder and written somewhere', () => {
  expect(owners.get('bookings')).toBe('features/bookings')
  const written = new Set(writes.map(({ table }) => table))
  expect([...owners.keys()].filter((table) => !written.has(table))).toEqual([])
})

test('only the folder that declares a table writes to it', () => {
  const elsewhere = writes.filter(({ file, table }) => owners.get(table) !== dirname(file))
  expect(elsewhere.map(({ file, table }) => `${file}: ${table}`).sort()).toEqual([])
})
