import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

/** Removes all passkeys of an account, and says how many. */
export async function removePasskeys(tx: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** After a restore: removes those passkeys of an account that the replaced database did not have anymore. */
export async function removeGonePasskeys(tx: Db, userId: number): Promise<void> {
  await sql`delete from passkeys where user_id = ${userId}
    and credential_id not in (select credential_id from replaced_passkeys)`.execute(tx)
}

/** Turns two-step sign-in off and deletes the recovery codes. False if it was off. */
export async function removeFactor(tx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows === 1n
}
