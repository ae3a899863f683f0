import { statfs } from 'node:fs/promises'
import type { Check } from '../feature.ts'

const MEGABYTE = 2 ** 20
const MIN_FREE_MB = 500

/** A full disk stops the database. Only whoever runs the machine can help. */
export const diskCheck = ({ dataDir }: { dataDir: string }): Check => ({
  name: 'disk',
  async look() {
    const { bavail, bsize } = await statfs(dataDir)
    const free = Math.floor((bavail * bsize) / MEGABYTE)
    return {
      about: `disk: ${free} MB free in ${dataDir}`,
      problems: free < MIN_FREE_MB ? [`DATA_DIR: only ${free} MB free`] : [],
    }
  },
  stopsOpening: true,
  alarm: { sentence: 'The server is almost out of disk space.' },
})
