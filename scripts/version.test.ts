import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../apps/server/src/version.ts'

test('the version stands in one place, and the lock file repeats it', () => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const ours = Object.entries(packages).filter(([path]) => !path.includes('node_modules'))
  expect(ours.filter(([, entry]) => entry.version).map(([path, entry]) => [path, entry.version])).toEqual([
    ['', version],
  ])
})
