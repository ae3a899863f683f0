import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'

/** Gives up a customer's holds and waitlist places, in the transaction that closes or deactivates the account. */
export type WithdrawCustomer = (tx: Db, clock: Clock, userId: number) => Promise<void>

/**
 * Whoever takes spots for an account has its row first: one after the other, whatever tab or process asks, and none after
 * it was deactivated, which releases what it has.
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
