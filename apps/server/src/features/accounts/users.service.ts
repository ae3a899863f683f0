import type { AdminUser } from '@arcadia/contract/admin-accounts'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { revokeAllSessions } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/record-change.ts'
import type { WithdrawCustomer } from './lock-account.service.ts'
import { getAdminUser, lockAccount, lockActiveAdmins, setActive } from './users.store.ts'

/**
 * Deactivating ends every session at once, frees idle holds and withdraws from the waiting lists; bookings stay. One
 * active admin always remains: nobody deactivates themselves, and whoever was deactivated meanwhile changes nothing.
 * @throws AppError `user-not-found`, `own-account`, `unauthorized`
 */
export async function setUserActive(
  { db, clock, withdrawCustomer }: { db: Db; clock: Clock; withdrawCustomer: WithdrawCustomer },
  adminId: number,
  id: number,
  isActive: boolean,
): Promise<AdminUser> {
  if (adminId === id && !isActive) throw new AppError('own-account')
  return inTransaction(db, clock, async (tx, now) => {
    if (!(await lockActiveAdmins(tx)).includes(adminId)) throw new AppError('unauthorized')
    const account = await lockAccount(tx, id)
    if (!account) throw new AppError('user-not-found')
    if (account.is_active !== isActive) {
      if (!isActive) await withdrawCustomer(tx, clock, id)
      await setActive(tx, now, id, isActive)
      await recordChange(tx, {
        adminId,
        action: isActive ? 'user.activated' : 'user.deactivated',
        subject: { kind: 'user', id },
        before: { isActive: account.is_active },
        after: { isActive },
      })
      if (!isActive) await revokeAllSessions(tx, now, id)
    }
    return getAdminUser(tx, id)
  })
}
