import { join, resolve } from 'node:path'
import { keyPrint, readHead } from '../apps/server/src/backup/backup-file.ts'
import { catchUp } from '../apps/server/src/backup/catch-up.ts'
import { endRestore, loadBackup } from '../apps/server/src/backup/load-backup.ts'
import { identityOfRecoveryKey, identityOfSite, readRecoveryKey } from '../apps/server/src/backup/recovery-key.ts'
import { type Identity, isSealed } from '../apps/server/src/backup/seal.ts'
import { createBase } from '../apps/server/src/base.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import { type Config, findEncryptionKey, KEY_FILE, loadEnvironment, type Variables } from '../apps/server/src/config.ts'
import { replaceSecret } from '../apps/server/src/database/data-dir.ts'
import { createEncryption } from '../apps/server/src/encryption.ts'
import { demandKey, forgetSecrets } from '../apps/server/src/encryption-key.ts'
import { createFeatures } from '../apps/server/src/features.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { shellCommand } from '../apps/server/src/shell-command.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { askWritten } from './ask-password.ts'
import { runCommand } from './run-command.ts'

// `npm run restore`: restores a backup on this version without emailing anyone twice. A sealed one brings the site's key.

const words = process.argv.slice(2)
const [path, ...more] = words.filter((word) => word !== '--overwrite' && word !== '--without-key')
const file = resolve(path ?? '')
let identity: Identity | undefined
/** Where the key of a sealed backup goes if this machine has another, or none. */
let keptIn: string | undefined

/** The settings, with the key of the site that made the backup if it brings one. */
async function settingsOf(): Promise<Variables> {
  if (!path || more.length > 0)
    throw new StartError(
      `Usage: ${shellCommand('restore <backup>')}, or to replace a database that has bookings: ${shellCommand('restore', '--overwrite <backup>')}`,
    )
  const settings = loadEnvironment()
  if (!(await isSealed(file))) return settings
  const { dataDir, key } = findEncryptionKey(settings)
  identity = await openerOf(key)
  const { encryptionKey } = await readHead(file, identity)
  if (!encryptionKey || key?.equals(Buffer.from(encryptionKey, 'base64'))) return settings
  keptIn = join(dataDir, KEY_FILE)
  return { ...settings, ENCRYPTION_KEY: encryptionKey }
}

/** What opens the backup: this site's own key, or the recovery key, which is asked for. */
async function openerOf(key: Buffer | undefined): Promise<Identity> {
  const own = key && (await identityOfSite(createEncryption(key)))
  if (own && (await opens(own))) return own
  const secret = readRecoveryKey(await askWritten('recovery key'))
  if (secret) return identityOfRecoveryKey(secret)
  throw new StartError("That isn't a recovery key: it has seven groups of four. Look for a typo. Nothing was changed.")
}

const opens = (own: Identity) =>
  readHead(file, own).then(
    () => true,
    () => false,
  )

/** Only the backup's key opens what its database has encrypted. */
function putKeyBack({ dataDir, encryptionKey }: Config): void {
  if (!keptIn) return
  replaceSecret(dataDir, KEY_FILE, encryptionKey.toString('base64'))
  console.log(`The site's key is back in ${keptIn}.`)
  if (loadEnvironment().ENCRYPTION_KEY?.trim())
    console.log('ENCRYPTION_KEY is set to another one: set it to what that file says, or take it out of the settings.')
}

await runCommand(
  (config) => {
    return async ({ owner, db, url: databaseUrl, servingRole }) => {
      const overwrites = words.includes('--overwrite')
      const { dataDir } = config
      const isLost = words.includes('--without-key')
      const { head, rows } = await loadBackup({
        owner: owner.pool,
        servingRole,
        dataDir,
        encryptionKey: isLost ? null : config.encryptionKey,
        file,
        identity,
        overwrites,
      })
      console.log(
        `Restored the database as of ${head.takenAt}${head.version ? ` (version ${head.version})` : ''}: ${rows.bookings} bookings.`,
      )
      putKeyBack(config)
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
  },
  { settings: settingsOf },
)
