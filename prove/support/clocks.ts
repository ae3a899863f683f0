import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const library = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.']
  .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
  .find(existsSync)

export const canFakeClocks = library !== undefined

/** A fake clock for chosen processes, settable while they run. Timers keep real time. */
export interface FakeClock {
  /** For the processes that use this clock. */
  environment: Record<string, string>
  now(): number
  /** Jumps to this moment and keeps ticking. */
  set(moment: number): Promise<void>
  close(): Promise<void>
}

export async function aFakeClock(): Promise<FakeClock> {
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-prove-clock-'))
  // PostgreSQL runs as another user.
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
      // Renaming keeps readers from seeing a half-written file.
      await writeFile(`${file}.new`, `${offset < 0 ? '' : '+'}${(offset / 1000).toFixed(3)}\n`)
      await rename(`${file}.new`, file)
    },
    close: () => rm(folder, { recursive: true }),
  }
  await clock.set(Date.now())
  return clock
}
