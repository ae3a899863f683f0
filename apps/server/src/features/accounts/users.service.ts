import type { Position } from '@arcadia/contract/accounts'
import type { AdminUser } from '@arcadia/contract/admin/accounts'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { findUser } from './accounts.store.ts'
import type { WithdrawCustomer } from './lock-account.service.ts'
import { getAdminUser, lockAccount, lockActiveAdmins, setActive } from './users.store.ts'

/**
 * Deactivating ends all sessions, releases idle holds and leaves waitlists; bookings stay. Only an owner may deactivate staff.
 * One owner always remains: nobody can deactivate themselves, and the caller's own position is rechecked under the lock.
 * @throws AppError `user-not-found`, `own-account`, `unauthorized`, `forbidden`
 */
export async function setUserActive(
  { db, clock, withdrawCustomer }: { db: Db; clock: Clock; withdrawCustomer: WithdrawCustomer },
  adminId: number,
  id: number,
  isActive: boolean,
): Promise<AdminUser> {
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
}

/** Emails a staff member their new position, or with null that they were removed. Pending invitees get no email. */
export async function tellPosition(tx: Db, now: Date, userId: number, position: Position | null): Promise<void> {
  const user = await findUser(tx, userId)
  if (user?.password_hash)
    await enqueueMail(tx, now, { kind: 'position-changed', to: user.email, params: { userId, position } })
}

/** Checks that the caller is still an owner, and locks them as one. @throws AppError `unauthorized`, `forbidden` */
export async function demandOwner(tx: Db, id: number): Promise<void> {
  const position = (await lockActiveAdmins(tx)).get(id)
  if (position !== 'OWNER') throw new AppError(position ? 'forbidden' : 'unauthorized')
}
