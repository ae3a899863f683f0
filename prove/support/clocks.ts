import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const library = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.']
  .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
  .find(existsSync)

export const canFakeClocks = library !== undefined

/** A clock of a process's own, which can be set while it runs. What waits for a while is not moved by it. */
export interface FakeClock {
  /** Of the processes that go by it. */
  environment: Record<string, string>
  now(): number
  /** From now on it shows this, and goes on from there. */
  set(moment: number): Promise<void>
  close(): Promise<void>
}

export async function aFakeClock(): Promise<FakeClock> {
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-prove-clock-'))
  // PostgreSQL runs under an account of its own.
  await chmod(folder, 0o755)
  const file = join(folder, 'offset')
  let offset = 0
  const clock: FakeClock = {
    environment: {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    now: () => Date.now() + offset,
    async set(moment) {
      offset = moment - Date.now()
      // Never seen half written.
      await writeFile(`${file}.new`, `${offset < 0 ? '' : '+'}${(offset / 1000).toFixed(3)}\n`)
      await rename(`${file}.new`, file)
    },
    close: () => rm(folder, { recursive: true }),
  }
  await clock.set(Date.now())
  return clock
}
