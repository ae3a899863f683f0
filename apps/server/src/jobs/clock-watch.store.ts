import { type Generated, sql } from 'kysely'
import type { Db } from '../database/transaction.ts'

declare module '../database/tables.ts' {
  interface Tables {
    last_seen: {
      only_row: Generated<boolean>
      at: Date
    }
  }
}

export async function findLastSeen(db: Db): Promise<Date | undefined> {
  return (await db.selectFrom('last_seen').select('at').executeTakeFirst())?.at
}

/** Goes forward only, because the clocks of several processes differ a little. */
export async function keepSeen(db: Db, at: Date): Promise<void> {
  await db
    .insertInto('last_seen')
    .values({ at })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ at }).where(sql<boolean>`last_seen.at < excluded.at`),
    )
    .execute()
}

/** The next server takes its clock as it is. */
export async function forgetSeen(db: Db): Promise<void> {
  await db.deleteFrom('last_seen').execute()
}
