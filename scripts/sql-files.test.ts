import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const features = join(import.meta.dirname, '../apps/server/src/features')
const SQL =
  /import \{[^}]*\bsql\b[^}]*\} from 'kysely'|\.(?:select(?:No)?From|insertInto|updateTable|deleteFrom|mergeInto)\(/

test('SQL stands in stores, writes and emails', async () => {
  const files = (await readdir(features, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/\.(store|writes|emails|test)\.ts$/.test(file),
  )
  const sources = await Promise.all(files.map(async (file) => [file, await readFile(join(features, file), 'utf8')]))
  const others = sources.flatMap(([file = '', source = '']) => (SQL.test(source) ? [file] : []))
  expect(others.sort()).toEqual([])
})
