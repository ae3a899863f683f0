import { resolve } from 'node:path'
import { keyPrint } from '../apps/server/src/backup/backup-file.ts'
import { catchUp } from '../apps/server/src/backup/catch-up.ts'
import { endRestore, loadBackup } from '../apps/server/src/backup/load-backup.ts'
import { createBase } from '../apps/server/src/base.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import { demandKey, forgetSecrets } from '../apps/server/src/encryption-key.ts'
import { createFeatures } from '../apps/server/src/features.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { runCommand } from './run-command.ts'

// `npm run restore`: restores a backup on this version without emailing anyone twice.

await runCommand((config) => {
  const words = process.argv.slice(2)
  const [file, ...more] = words.filter((word) => word !== '--overwrite' && word !== '--without-key')
  if (!file || more.length > 0)
    throw new StartError('Usage: npm run restore <backup>. Add --overwrite to replace a database that has bookings.')
  return async ({ owner, db, url: databaseUrl, servingRole }) => {
    const overwrites = words.includes('--overwrite')
    const { dataDir } = config
    const isLost = words.includes('--without-key')
    const { head, rows } = await loadBackup({
      owner: owner.pool,
      servingRole,
      dataDir,
      encryptionKey: isLost ? null : config.encryptionKey,
      file: resolve(file),
      overwrites,
    })
    console.log(
      `Restored the database as of ${head.takenAt}${head.version ? ` (version ${head.version})` : ''}: ${rows.bookings} bookings.`,
    )
    const log = createLogger('silent', process.stderr)
    const base = createBase({ config, db, databaseUrl, clock: systemClock, log })
    const features = createFeatures(base)
    // Only if it really is lost: with the backup's own key every secret would be gone for nothing.
    if (!isLost || head.belongsTo === keyPrint(config.encryptionKey)) await demandKey(owner.db, base)
    else await forgetSecrets(owner.db, { ...base, features })
    const { held, accounts } = await catchUp({ db: owner.db, clock: systemClock, features, takenAt: head.takenAt })
    await endRestore(owner.pool)
    console.log(
      `Everyone has to sign in again. ${held} emails are held back (Emails in the portal), because they may have been sent.`,
    )
    for (const sentence of accounts) console.log(sentence)
    console.log('Start the site: payments made since that backup are listed in the Refunds tab within a minute.')
  }
})
