import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rows = [
  ...readFileSync(join(root, 'docs/security/asvs.md'), 'utf8').matchAll(
    /^\| (\d+\.\d+\.\d+) +\| [^|]+ \| (met|not applicable|open) +\| ([^|]+) \|$/gm,
  ),
].map(([, number = '', state = '', why = '']) => ({ number, state, why }))

test('each requirement of levels 1 and 2 is answered once, and met ones cite existing files', () => {
  // ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2.
  expect(new Set(rows.map(({ number }) => number)).size).toBe(253)
  expect(rows).toHaveLength(253)
  for (const { number, why } of rows.filter(({ state }) => state === 'met')) {
    const files = [...why.matchAll(/`([^`]+)`/g)].map(([, file]) => file!)
    expect([number, files.filter((file) => !existsSync(join(root, file)))]).toEqual([number, []])
    expect([number, files.length > 0]).toEqual([number, true])
  }
})
