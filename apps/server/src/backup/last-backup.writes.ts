import type { Generated } from 'kysely'
import type { Db } from '../database/transaction.ts'

declare module '../database/tables.ts' {
  interface Tables {
    last_backup: {
      only_row: Generated<boolean>
      taken_at: Date
    }
  }
}

export async function findLastBackup(db: Db): Promise<Date | undefined> {
  return (await db.selectFrom('last_backup').select('taken_at').executeTakeFirst())?.taken_at
}

export async function keepLastBackup(db: Db, taken_at: Date): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ taken_at })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ taken_at }))
    .execute()
}
