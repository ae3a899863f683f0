import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    alarms_told: {
      name: string
      told_at: Date
    }
  }
}

export async function listTold(db: Db): Promise<string[]> {
  const told = await db.selectFrom('alarms_told').select('name').execute()
  return told.map(({ name }) => name)
}

/** False if some process already did. */
export async function markTold(tx: Db, name: string, told_at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alarms_told')
    .values({ name, told_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function markOver(tx: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.deleteFrom('alarms_told').where('name', 'in', names).execute()
}
