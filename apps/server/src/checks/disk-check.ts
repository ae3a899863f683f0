import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Check } from '../feature.ts'

const MEGABYTE = 2 ** 20
export const MIN_FREE_MB = 500

export async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / MEGABYTE)
}

/** A full disk stops the database. Only whoever runs the machine can help. */
export const diskCheck = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Check => ({
  name: 'disk',
  async look() {
    const free = await freeMegabytes(dataDir)
    return {
      about: `disk: ${free} MB free in ${dataDir}${databaseUrl ? `; that of the database at ${new URL(databaseUrl).host} can't be seen from here` : ''}`,
      problems: free < MIN_FREE_MB ? [`DATA_DIR: only ${free} MB free`] : [],
    }
  },
  stopsOpening: true,
  alarm: { sentence: 'The server is almost out of disk space.' },
})
