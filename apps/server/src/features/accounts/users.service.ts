import type { Position } from '@arcadia/contract/accounts'
import type { AdminUser } from '@arcadia/contract/admin/accounts'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { findUser } from './accounts.store.ts'
import type { WithdrawCustomer } from './lock-account.service.ts'
import { signOutEverywhere } from './sessions.service.ts'
import { getAdminUser, lockAccount, lockActiveAdmins, setActive } from './users.store.ts'

/**
 * Deactivating ends every session at once, frees idle holds and withdraws from the waiting lists; bookings stay. Of who works
 * here only an owner does it. One owner always remains: nobody deactivates themselves, and whoever was deactivated or is no
 * owner any more changes nothing.
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
      throw new AppError('forbidden', { message: 'Only an owner changes who works here.' })
    if (account.is_active !== isActive) {
      if (!isActive) await withdrawCustomer(tx, clock, id)
      await setActive(tx, now, id, isActive)
      const action = isActive ? 'user.activated' : 'user.deactivated'
      await recordChange(tx, adminId, action, id, { isActive: !isActive }, { isActive })
      if (!isActive) await signOutEverywhere(tx, now, id)
      if (!isActive && account.position) await tellPosition(tx, now, id, null)
    }
    return getAdminUser(tx, id)
  })
}

/** Tells who works here what they are from now on, or with null that they no longer do; who is only invited is told nothing. */
export async function tellPosition(tx: Db, now: Date, userId: number, position: Position | null): Promise<void> {
  const user = await findUser(tx, userId)
  if (user?.password_hash)
    await enqueueMail(tx, now, { kind: 'position-changed', to: user.email, params: { userId, position } })
}

/** Whoever asked is still an owner, and stays one until the transaction ends. @throws AppError `unauthorized`, `forbidden` */
export async function demandOwner(tx: Db, id: number): Promise<void> {
  const position = (await lockActiveAdmins(tx)).get(id)
  if (position !== 'OWNER') throw new AppError(position ? 'forbidden' : 'unauthorized')
}
