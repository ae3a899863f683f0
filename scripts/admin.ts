import { join } from 'node:path'
import { POSITIONS } from '@arcadia/contract/admin/people'
import { demandUnused } from '../apps/server/src/backup/load-backup.ts'
import { takeBackup } from '../apps/server/src/backup/take-backup.ts'
import { createBase } from '../apps/server/src/base.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import type { Config } from '../apps/server/src/config.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import type { OpenedDatabase } from '../apps/server/src/database/open-database.ts'
import type { Db } from '../apps/server/src/database/transaction.ts'
import { createEncryption } from '../apps/server/src/encryption.ts'
import { demandKey, forgetSecrets, WHAT_IT_OPENED } from '../apps/server/src/encryption-key.ts'
import { createAdmins } from '../apps/server/src/features/people/admins.service.ts'
import { admitServer, listAdmins, serverSecret } from '../apps/server/src/features/people/people.store.ts'
import { createFeatures } from '../apps/server/src/features.ts'
import { forgetSeen } from '../apps/server/src/jobs/clock-watch.store.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { shellCommand } from '../apps/server/src/shell-command.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { demandTrials, putTrialsAway } from '../apps/server/src/trials.ts'
import { askPassword } from './ask-password.ts'
import { runCommand } from './run-command.ts'

// `npm run admin`: manages admin accounts from the shell, for example when locked out of the portal.

interface Site {
  config: Config
  database: OpenedDatabase
  admins: ReturnType<typeof createAdmins>
}

const USAGE = `${[
  'list',
  'add <username> <email>',
  'reset-password <username or email>',
  'remove-second-factor <username or email>',
  'forget-secrets',
  'put-trials-away',
  'clock-is-right',
]
  .map((words) => shellCommand(`admin ${words}`))
  .join('\n')}

forget-secrets is for a lost encryption key, put-trials-away for what was booked with pretend money,
clock-is-right for a site that rested for weeks, or whose clock was moved. A password is asked for, or read from standard input. The site
can keep running, but not for the first two of these.`

/** Reads the arguments and any password before the database is opened. */
async function readCommand([command, ...words]: string[]): Promise<(site: Site) => Promise<string>> {
  const [first, second] = words
  if (command === 'list' && words.length === 0) return ({ database }) => describeAll(database.db)
  if (command === 'forget-secrets' && words.length === 0) return forget
  if (command === 'clock-is-right' && words.length === 0) return believeClock
  if (command === 'put-trials-away' && words.length === 0) return putAway
  if (command === 'add' && first && second && words.length === 2) {
    const password = await askPassword()
    return async ({ admins }) => {
      await admins.add({ username: first, email: second, password })
      return `${first} is now an admin.`
    }
  }
  if (command === 'reset-password' && first && words.length === 1) {
    const password = await askPassword()
    return async ({ admins }) => {
      await admins.resetPassword(first, password)
      return `Changed the password of ${first} and ended all sessions.`
    }
  }
  if (command === 'remove-second-factor' && first && words.length === 1)
    return async ({ admins }) => {
      await admins.removeSecondFactor(first)
      return `${first} now signs in with just the password; passkeys are removed.`
    }
  throw new StartError(USAGE)
}

async function describeAll(db: Db): Promise<string> {
  const lines = (await listAdmins(db)).map(
    ({ username, email, position, isActive }) =>
      `${username}  ${email}  ${POSITIONS[position].name}${isActive ? '' : '  (deactivated)'}`,
  )
  return lines.join('\n') || 'No admins yet. The first start of the site creates one.'
}

/** Only for a lost key: with the right one every secret would be gone for nothing. */
async function forget({ config, database: { owner, ownerUrl, db, url: databaseUrl } }: Site): Promise<string> {
  await demandUnused(owner.pool, 'forget-secrets')
  const log = createLogger('silent', process.stderr)
  const base = createBase({ config, db, databaseUrl, clock: systemClock, log })
  if (await admitServer(owner.db, serverSecret(base.encryption)))
    throw new StartError("This is the database's encryption key, so nothing is lost. Nothing was changed.")
  const file = backupIn(config, 'lost-key')
  await takeBackup({ url: ownerUrl, file })
  await forgetSecrets(owner.db, { ...base, features: createFeatures(base) })
  return `This database now belongs to the encryption key given. ${WHAT_IT_OPENED} If the old key turns up: ${file} is the database as it was.`
}

async function putAway({ config, database: { owner, ownerUrl } }: Site): Promise<string> {
  const { dataDir, encryptionKey } = config
  await demandUnused(owner.pool, 'put-trials-away')
  await demandKey(owner.db, { encryption: createEncryption(encryptionKey), dataDir })
  await demandTrials(owner.db)
  const file = backupIn(config, 'trials')
  await takeBackup({ url: ownerUrl, file })
  const what = await putTrialsAway(owner.db, systemClock)
  return `Put away: ${what}, with accounts, enquiries, reviews and emails of guests. All of it is in ${file}.`
}

const backupIn = ({ dataDir }: Config, name: string) =>
  join(dataDir, `${name}-${new Date().toISOString().replace(/[:.]/g, '-')}.sql.gz`)

async function believeClock({ database }: Site): Promise<string> {
  await forgetSeen(database.owner.db)
  return 'The site goes on by its clock within a second, or at its next start.'
}

await runCommand(
  async (config) => {
    const command = await readCommand(process.argv.slice(2))
    return async (database) => {
      const { owner, servingRole } = database
      if (command !== believeClock) await migrate(owner.pool, { servingRole })
      const admins = createAdmins({ db: owner.db, clock: systemClock, passwordMinLength: config.passwordMinLength })
      console.log(await command({ config, database, admins }))
    }
  },
  {
    joins: true,
    makesKey: !['forget-secrets', 'put-trials-away'].includes(process.argv[2] ?? ''),
  },
)
