import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'

/** Releases a customer's holds and waitlist entries when the account is closed or deactivated, in the same transaction. */
export type WithdrawCustomer = (tx: Db, clock: Clock, userId: number) => Promise<void>

/**
 * Anything that takes spots locks the account row first, so requests from several tabs run one at a time and none runs
 * after the account was deactivated and its spots released.
 * @throws AppError `unauthorized`
 */
export async function lockActiveAccount(tx: Db, userId: number): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('unauthorized')
}
