import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newStateDir } from '../testing/start-simulator.ts'
import { openJournal, readJournal, rewriteJournal } from './journal.ts'

async function aPath(): Promise<string> {
  return join(await newStateDir(), 'journal.jsonl')
}

test('a line is on disk when durable says so', async () => {
  const path = await aPath()
  const journal = await openJournal(path)
  for (let line = 0; line < 100; line += 1) {
    journal.append(JSON.stringify(line))
    if (line % 7 === 0) {
      await journal.durable()
      expect(readJournal(path)).toHaveLength(line + 1)
    }
  }
  await journal.close()
  expect(readJournal(path)).toEqual(Array.from({ length: 100 }, (_, line) => line))
})

test('durable covers a line appended while an earlier one is being written', async () => {
  const path = await aPath()
  const journal = await openJournal(path)
  journal.append('1')
  const earlier = journal.durable()
  await Promise.resolve()
  journal.append('2')
  await journal.durable()
  expect(readJournal(path)).toEqual([1, 2])
  await earlier
  await journal.close()
})

test('a torn end is left out, damage before it is not passed over', async () => {
  const path = await aPath()
  expect(readJournal(path)).toEqual([])
  await writeFile(path, '1\n2\n{"a":')
  expect(readJournal(path)).toEqual([1, 2])
  await writeFile(path, '1\n{"a":\n3\n')
  expect(() => readJournal(path)).toThrow('damaged at line 2')
})

test('rewriting replaces all of it', async () => {
  const path = await aPath()
  await writeFile(path, '1\n2\n')
  rewriteJournal(path, ['3'])
  expect(await readFile(path, 'utf8')).toBe('3\n')
})
