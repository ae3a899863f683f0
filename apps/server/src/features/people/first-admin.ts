import type { Clock } from '../../clock.ts'
import { waitForOtherStarts } from '../../database/first-run.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { StartError } from '../../start-error.ts'
import { insertAdmin } from '../accounts/accounts.writes.ts'
import { generatePassword, hashPassword, refuseNewPassword } from '../accounts/passwords.ts'
import { hasAdmin } from './people.store.ts'

interface FirstAdminConfig {
  firstAdmin: { username: string; email: string; password?: string | undefined }
  passwordMinLength: number
}

/**
 * Creates the first admin; null if there already is an admin. Only one of several starting processes does. The password is
 * returned only if it was generated, and is not stored.
 */
export async function ensureFirstAdmin(
  db: Db,
  clock: Clock,
  config: FirstAdminConfig,
): Promise<{ username: string; generatedPassword?: string } | null> {
  if (await hasAdmin(db)) return null
  const { username, email, password: given } = config.firstAdmin
  const password = given ?? generatePassword()
  const refusal = refuseNewPassword(password, { username, email, role: 'ADMIN' }, config.passwordMinLength)
  if (refusal) throw new StartError(`ADMIN_PASSWORD: ${refusal}`)
  const password_hash = await hashPassword(password)
  const isMade = await inTransaction(db, clock, async (tx, now) => {
    await waitForOtherStarts(tx, 'first admin')
    if (await hasAdmin(tx)) return false
    await insertAdmin(tx, now, { username, email, password_hash })
    return true
  }).catch((error: unknown) => {
    throw asStartError(error, config.firstAdmin)
  })
  if (!isMade) return null
  return given === undefined ? { username, generatedPassword: password } : { username }
}

function asStartError(error: unknown, { username, email }: FirstAdminConfig['firstAdmin']): unknown {
  if (!(error instanceof AppError)) return error
  const name = error.code === 'username-taken' ? `ADMIN_USERNAME: '${username}'` : `ADMIN_EMAIL: '${email}'`
  return new StartError(`${name} already belongs to a customer. Set another one for the first admin.`)
}
