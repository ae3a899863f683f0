import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LockFile, missingOptionalPackages } from './complete-lock.ts'

test('the lock file lists the packages of every platform, so that a fresh clone can be installed', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as LockFile
  const missing = Object.keys(missingOptionalPackages(lock))
  expect(missing, 'Run `node scripts/complete-lock.ts` and commit package-lock.json.').toEqual([])
})

test("a package's platform is read from its name", () => {
  const lock = {
    packages: {
      'node_modules/tool': { optionalDependencies: { '@tool/linux-x64-musl': '1.0.0', '@tool/darwin-arm64': '1.0.0' } },
    },
  }
  expect(missingOptionalPackages(lock)).toEqual({
    'node_modules/@tool/linux-x64-musl': {
      version: '1.0.0',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      optional: true,
    },
    'node_modules/@tool/darwin-arm64': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'], optional: true },
  })
})
