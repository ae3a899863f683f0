import type { AdminUser } from '@arcadia/contract/admin/accounts'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { lockAccount, lockActiveAdmins, setActive, tellPosition, type WithdrawCustomer } from './accounts.writes.ts'
import { getAdminUser } from './users.store.ts'

export function createUsers({
  db,
  clock,
  withdrawCustomer,
}: {
  db: Db
  clock: Clock
  withdrawCustomer: WithdrawCustomer
}) {
  return {
    /**
     * Deactivating ends all sessions, releases idle holds and leaves waitlists; bookings stay. Only an owner may deactivate staff.
     * One owner always remains: nobody can deactivate themselves, and the caller's own position is rechecked under the lock.
     * @throws AppError `user-not-found`, `own-account`, `unauthorized`, `forbidden`
     */
    async setActive(adminId: number, id: number, isActive: boolean): Promise<AdminUser> {
      if (adminId === id && !isActive) throw new AppError('own-account')
      return inTransaction(db, clock, async (tx, now) => {
        const position = (await lockActiveAdmins(tx)).get(adminId)
        if (!position) throw new AppError('unauthorized')
        const account = await lockAccount(tx, id)
        if (!account) throw new AppError('user-not-found')
        if (account.position && position !== 'OWNER')
          throw new AppError('forbidden', { message: 'Only an owner can change who works here.' })
        if (account.is_active !== isActive) {
          if (!isActive) await withdrawCustomer(tx, clock, id)
          await setActive(tx, now, id, isActive)
          const action = isActive ? 'user.activated' : 'user.deactivated'
          await recordChange(tx, adminId, action, id, { isActive: !isActive }, { isActive })
          if (!isActive) await endWaysIn(tx, now, id)
          if (!isActive && account.position) await tellPosition(tx, now, id, null)
        }
        return getAdminUser(tx, id)
      })
    },
  }
}
