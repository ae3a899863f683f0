import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { findLastBackup } from '../backup/last-backup.writes.ts'
import type { Db } from '../database/transaction.ts'
import { type Measure, secondsOf } from '../http/metrics.ts'

/** What `/metrics` tells of the machine and of the way to the database. */
export const machineMeasures = (house: {
  db: Db
  dataDir: string
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}): Measure[] => [
  {
    name: 'database_connections',
    help: 'Connections of this process to the database.',
    label: 'state',
    read: () => ({ busy: house.pool.totalCount - house.pool.idleCount, idle: house.pool.idleCount }),
  },
  {
    name: 'database_requests_waiting',
    help: 'What waits in this process for a connection to the database.',
    read: () => house.pool.waitingCount,
  },
  {
    name: 'disk_free_bytes',
    help: 'What is free on the disk of DATA_DIR.',
    async read() {
      const { bavail, bsize } = await statfs(house.dataDir)
      return bavail * bsize
    },
  },
  {
    name: 'last_backup_timestamp_seconds',
    help: 'When the last backup that was verified began; 0 if never.',
    read: async () => secondsOf(await findLastBackup(house.db)),
  },
]
