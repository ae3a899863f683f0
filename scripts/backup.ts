import { resolve } from 'node:path'
import { takeBackup } from '../apps/server/src/backup/take-backup.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { runCommand } from './run-command.ts'

// `npm run backup`: everything into one file, while the site goes on.

await runCommand(
  (config) => {
    const [file, ...more] = process.argv.slice(2)
    if (!file || more.length > 0) throw new StartError('npm run backup <file>: names the new file, arcadia.sql.gz say.')
    return async ({ ownerUrl }) => {
      const rows = await takeBackup({ url: ownerUrl, dataDir: config.dataDir, file: resolve(file) })
      console.log(
        `${resolve(file)}: ${rows.bookings} bookings, ${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows of ${Object.keys(rows).length} tables, read back and whole.`,
      )
      console.log(
        'Keep the encryption key (ENCRYPTION_KEY, or encryption-key in DATA_DIR) in another place: it is not in the file.',
      )
    }
  },
  { joins: true },
)
