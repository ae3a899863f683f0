import type { Generated } from 'kysely'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    second_factors: {
      user_id: number
      secret_encrypted: Buffer
      created_at: Date
      /** Null during setup. */
      confirmed_at: Generated<Date | null>
      last_step: Generated<number>
    }
    recovery_codes: {
      user_id: number
      code_hash: Buffer
      used_at: Generated<Date | null>
    }
  }
}

/** Locks an account's second factor before it is used or changed. */
export function lockFactor(tx: Db, userId: number) {
  return tx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()
}

/** Stores an unconfirmed secret, replacing an earlier one. */
export async function keepSecret(tx: Db, now: Date, userId: number, secret_encrypted: Buffer): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret_encrypted, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret_encrypted, created_at: now }))
    .execute()
}

export async function confirmFactor(tx: Db, now: Date, userId: number, codeHashes: Buffer[]): Promise<void> {
  await tx.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** From now on, only codes after this step are accepted. */
export async function keepStep(tx: Db, userId: number, step: number): Promise<void> {
  await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
}

export async function forgetFactors(tx: Db): Promise<void> {
  await tx.deleteFrom('second_factors').execute()
}

/** False if the code is unknown or already used. */
export async function useRecoveryCode(tx: Db, now: Date, userId: number, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many recovery codes are left; undefined if two-step sign-in is off. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('second_factors as f')
    .leftJoin('recovery_codes as c', (join) => join.onRef('c.user_id', '=', 'f.user_id').on('c.used_at', 'is', null))
    .select((eb) => eb.fn.count<number>('c.code_hash').as('left'))
    .where('f.user_id', '=', userId)
    .where('f.confirmed_at', 'is not', null)
    .groupBy('f.user_id')
    .executeTakeFirst()
  return row?.left
}
