import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { BookingConfigTable } from './configuration.tables.ts'

export async function getConfigRow(db: Db): Promise<Selectable<BookingConfigTable>> {
  return db.selectFrom('booking_config').selectAll().executeTakeFirstOrThrow()
}

/** The first one stays. */
export async function insertConfigRow(tx: Db, row: Insertable<BookingConfigTable>): Promise<void> {
  await tx
    .insertInto('booking_config')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
