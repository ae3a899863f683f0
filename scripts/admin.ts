import { POSITIONS } from '@arcadia/contract/admin/people'
import { systemClock } from '../apps/server/src/clock.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import type { Db } from '../apps/server/src/database/transaction.ts'
import { createAdmins } from '../apps/server/src/features/people/admins.service.ts'
import { listAdmins } from '../apps/server/src/features/people/people.store.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { askPassword } from './ask-password.ts'
import { runCommand } from './run-command.ts'

// `npm run admin`: manages admin accounts from the shell, for example when locked out of the portal.

type Admins = ReturnType<typeof createAdmins>

const USAGE = `npm run admin list
npm run admin add <username> <email>
npm run admin reset-password <username or email>
npm run admin remove-second-factor <username or email>

It prompts for a password, or reads it from standard input. Without DATABASE_URL, stop the site first.`

/** Reads the arguments and any password before the database is opened. */
async function readCommand([command, ...words]: string[]): Promise<(admins: Admins, db: Db) => Promise<string>> {
  const [first, second] = words
  if (command === 'list' && words.length === 0) return (_, db) => describeAll(db)
  if (command === 'add' && first && second && words.length === 2) {
    const password = await askPassword()
    return async (admins) => {
      await admins.add({ username: first, email: second, password })
      return `${first} is now an admin.`
    }
  }
  if (command === 'reset-password' && first && words.length === 1) {
    const password = await askPassword()
    return async (admins) => {
      await admins.resetPassword(first, password)
      return `Changed the password of ${first} and ended all sessions.`
    }
  }
  if (command === 'remove-second-factor' && first && words.length === 1)
    return async (admins) => {
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

await runCommand(async ({ passwordMinLength }) => {
  const command = await readCommand(process.argv.slice(2))
  return async ({ owner, servingRole }) => {
    await migrate(owner.pool, { servingRole })
    console.log(await command(createAdmins({ db: owner.db, clock: systemClock, passwordMinLength }), owner.db))
  }
})
