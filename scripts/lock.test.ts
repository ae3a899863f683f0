import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock.mjs'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
  file = join(folder, 'cache/install.lock')
})
afterEach(() => rm(folder, { recursive: true }))

test('two processes take turns, and the second is notified that it waits', async () => {
  const events: string[] = []
  const first = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const one = withLock(file, async () => {
    started.resolve()
    await first.promise
    events.push('first')
  })
  await started.promise
  const two = withLock(
    file,
    async () => events.push('second'),
    () => {
      events.push('waiting')
      first.resolve()
    },
  )
  await Promise.all([one, two])
  expect(events).toEqual(['waiting', 'first', 'second'])
  expect(existsSync(file)).toBe(false)
})

test('failed work releases the lock', async () => {
  const failing = withLock(file, async () => {
    throw new Error('no registry')
  })
  await expect(failing).rejects.toThrow('no registry')
  expect(await withLock(file, async () => 'done')).toBe('done')
})

test('the lock of a dead process is ignored', async () => {
  await withLock(file, async () => {})
  await writeFile(file, '2147483646 0.5')
  expect(await withLock(file, async () => 'done')).toBe('done')
})
