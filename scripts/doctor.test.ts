import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arcadia-doctor-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = (more: Record<string, string> = {}) => {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: folder, ...more }
  return spawnSync(process.execPath, [join(import.meta.dirname, 'doctor.ts')], { encoding: 'utf8', env, cwd: folder })
}

test('where there is no database or no key yet, the doctor says so and makes none', () => {
  const { status, stderr } = run({ ENCRYPTION_KEY: '11'.repeat(32) })
  expect(stderr).toContain(`DATA_DIR: there is no database in ${folder} yet. Start the site first.`)
  expect(status).toBe(1)
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(join(folder, 'postgres-password'), 'x')
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('ENCRYPTION_KEY: not set') })
  expect(readdirSync(folder)).toEqual(['postgres-password'])
})
