import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { checkBackup, copyOf } from './backup-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A backup with a valid checksum, as anybody can write one. */
function aBackup(copy: string, row = '1\tAda'): string {
  const head = `-- Arcadia backup ${JSON.stringify({ takenAt: '2027-04-05T14:00:00Z', migrations: [] })}\n`
  const text = `${head}${copy}\n${row}\n\\.\n`
  const sha256 = createHash('sha256').update(text).digest('hex')
  const file = join(folder, 'backup.sql.gz')
  writeFileSync(file, gzipSync(`${text}-- complete ${JSON.stringify({ rows: { users: 1 }, sha256 })}\n`, { level: 1 }))
  return file
}
const COPY = 'COPY users (id, "position") FROM stdin;'

test.each([
  'COPY users (id) FROM stdin; drop table users;',
  'COPY users (id) FROM stdin; --',
  "COPY users (id) FROM program 'id';",
  'COPY users (id); drop table users; COPY users (id) FROM stdin;',
  'COPY users (id, (select 1)) FROM stdin;',
  'COPY users FROM stdin;',
  'COPY pg_catalog.pg_authid (oid) FROM stdin;',
])('a COPY line that is more than names is refused before anything is touched: %s', async (line) => {
  await expect(checkBackup(aBackup(line))).rejects.toThrow('is incomplete or was altered.')
})

test('negative control: a COPY line of names is read, and only they reach the database', async () => {
  expect(await checkBackup(aBackup(COPY))).toMatchObject({ rows: { users: 1 } })
  expect(copyOf('', Buffer.from(`${COPY}\n`))).toEqual({
    table: 'users',
    statement: 'copy users (id, "position") from stdin',
  })
})

test("a line that is longer than any of ours ends the reading; a photo's line is read", async () => {
  const MB = 1024 * 1024
  await expect(checkBackup(aBackup(COPY, 'a'.repeat(80 * MB)))).rejects.toThrow('is incomplete or was altered.')
  expect(await checkBackup(aBackup(COPY, 'a'.repeat(30 * MB)))).toMatchObject({ rows: { users: 1 } })
})
