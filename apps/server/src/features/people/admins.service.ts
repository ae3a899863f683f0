import { NewPassword, Username } from '@arcadia/contract/accounts'
import type { ChangeAction } from '@arcadia/contract/admin/change-words'
import { Email } from '@arcadia/contract/text-fields'
import * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { accountKey } from '../accounts/accounts.rules.ts'
import {
  findUserByName,
  insertAdmin,
  replacePassword,
  tellPasswordChanged,
  type UserRow,
} from '../accounts/accounts.writes.ts'
import { demandGoodPassword, hashPassword } from '../accounts/passwords.ts'
import { forgetFailures } from '../accounts/sign-in-guard.writes.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { removeFactor, removePasskeys } from '../second-factor/second-factor.writes.ts'

/**
 * Admin account changes made from the server's shell (`npm run admin`). The audit log records them as `shell.…` under the
 * changed account, because no admin is signed in.
 */
export function createAdmins({ db, clock, passwordMinLength }: { db: Db; clock: Clock; passwordMinLength: number }) {
  function demandAdminPassword(password: string, account: { username: string; email: string }): void {
    demandGoodPassword({ passwordMinLength }, parse(NewPassword, password), { ...account, role: 'ADMIN' })
  }

  return {
    /** @throws AppError `invalid-input`, `password-refused`, `username-taken`, `email-taken` */
    async add(given: { username: string; email: string; password: string }): Promise<void> {
      const [username, email] = [parse(Username, given.username), parse(Email, given.email)]
      demandAdminPassword(given.password, { username, email })
      const password_hash = await hashPassword(given.password)
      await inTransaction(db, clock, async (tx, now) => {
        const { id } = await insertAdmin(tx, now, { username, email, password_hash })
        await record(tx, id, 'shell.admin-added', null, { username, email })
      })
    },

    /** Ends all sessions of the account and lifts lockouts. @throws AppError `user-not-found`, `password-refused` */
    async resetPassword(usernameOrEmail: string, password: string): Promise<void> {
      demandAdminPassword(password, await getAdmin(db, usernameOrEmail))
      const newHash = await hashPassword(password)
      await inTransaction(db, clock, async (tx, now) => {
        const admin = await getAdmin(tx, usernameOrEmail)
        const { id } = admin
        if (!(await replacePassword(tx, now, { id, oldHash: admin.password_hash, newHash })))
          throw new AppError('wrong-password', { message: 'Someone else just changed the password.' })
        await endWaysIn(tx, now, id)
        await tellPasswordChanged(tx, now, admin, null)
        await forgetFailures(tx, { account: accountKey(id) })
        await record(tx, id, 'shell.password-reset', null, null)
      })
    },

    /** For an admin who lost the device: also removes the passkeys. @throws AppError `user-not-found`, `second-factor-is-off` */
    async removeSecondFactor(usernameOrEmail: string): Promise<void> {
      await inTransaction(db, clock, async (tx) => {
        const { id } = await getAdmin(tx, usernameOrEmail)
        const [secondFactor, passkeys] = [await removeFactor(tx, id), await removePasskeys(tx, id)]
        if (!secondFactor && passkeys === 0)
          throw new AppError('second-factor-is-off', {
            message: `${usernameOrEmail} has no two-step sign-in and no passkeys.`,
          })
        await record(
          tx,
          id,
          'shell.second-factor-removed',
          { secondFactor, passkeys },
          { secondFactor: false, passkeys: 0 },
        )
      })
    },
  }
}

const record = (
  tx: Db,
  id: number,
  action: Extract<ChangeAction, `shell.${string}`>,
  before: object | null,
  after: object | null,
) => recordChange(tx, id, action, { kind: 'user', id }, before, after)

async function getAdmin(db: Db, usernameOrEmail: string): Promise<UserRow> {
  const user = await findUserByName(db, usernameOrEmail)
  if (user?.role !== 'ADMIN')
    throw new AppError('user-not-found', { message: `There is no admin '${usernameOrEmail}'.` })
  return user
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (!result.success) throw new AppError('invalid-input', { message: result.error.issues[0]!.message })
  return result.data
}
