import { resolve } from 'node:path'
import { keepLastBackup } from '../apps/server/src/backup/last-backup.writes.ts'
import { takeBackup } from '../apps/server/src/backup/take-backup.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import { createEncryption } from '../apps/server/src/encryption.ts'
import { demandKey } from '../apps/server/src/encryption-key.ts'
import { shellCommand } from '../apps/server/src/shell-command.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { runCommand } from './run-command.ts'

// `npm run backup`: backs up everything to one file while the site runs.

await runCommand(
  (config) => {
    const [file, ...more] = process.argv.slice(2)
    if (!file || more.length > 0)
      throw new StartError(`Usage: ${shellCommand('backup <new file>')}, for example arcadia.sql.gz.`)
    const { encryptionKey, dataDir } = config
    return async ({ owner, ownerUrl }) => {
      await demandKey(owner.db, { encryption: createEncryption(encryptionKey), dataDir })
      const takenAt = systemClock.now()
      const rows = await takeBackup({ url: ownerUrl, file: resolve(file) })
      await keepLastBackup(owner.db, takenAt)
      console.log(
        `${resolve(file)}: ${rows.bookings} bookings, ${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows in ${Object.keys(rows).length} tables, verified.`,
      )
      console.log(
        'Keep the encryption key (ENCRYPTION_KEY, or encryption-key in DATA_DIR) somewhere else: it is not in the file.',
      )
    }
  },
  { joins: true },
)
