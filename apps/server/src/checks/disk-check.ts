import { statfs } from 'node:fs/promises'
import type { Check } from '../feature.ts'

const MEGABYTE = 2 ** 20
export const MIN_FREE_MB = 500

export async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / MEGABYTE)
}

/** A full disk stops the database. Only whoever runs the machine can help. */
export const diskCheck = ({ dataDir }: { dataDir: string }): Check => ({
  name: 'disk',
  async look() {
    const free = await freeMegabytes(dataDir)
    return {
      about: `disk: ${free} MB free in ${dataDir}`,
      problems: free < MIN_FREE_MB ? [`DATA_DIR: only ${free} MB free`] : [],
    }
  },
  stopsOpening: true,
  alarm: { sentence: 'The server is almost out of disk space.' },
})
