import { existsSync, statfsSync } from 'node:fs'

/** Where Linux keeps files in memory, if there is room for what a run has at a time, several times over: a quarter of a gigabyte. */
export function memoryFolder(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2e9 ? folder : undefined
}
