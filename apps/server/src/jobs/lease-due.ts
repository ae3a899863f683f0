import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Db } from '../database/transaction.ts'
import type { Lease } from './leased-work.ts'

/** Tables whose rows become due and are worked on under a lease. */
type Leased = { [T in keyof Tables]: Tables[T] extends { next_try_at: Date; tries: unknown } ? T : never }[keyof Tables]

/**
 * Leases the rows that have been due longest, skipping rows leased by another process.
 * @param isOpen SQL on row `d`: true if it isn't done yet
 */
export async function leaseDue<T extends Leased>(
  db: Db,
  table: T,
  { now, until, limit }: Lease,
  { isOpen = sql`true` }: { isOpen?: RawBuilder<unknown> } = {},
): Promise<Selectable<Tables[T]>[]> {
  const { rows } = await sql<Selectable<Tables[T]>>`
    update ${sql.table(table)} set leased_until = ${until}, tries = tries + 1 where id in (
      select d.id from ${sql.table(table)} as d
      where d.next_try_at <= ${now} and (d.leased_until is null or d.leased_until <= ${now}) and ${isOpen}
      order by d.next_try_at limit ${limit} for update of d skip locked)
    returning *`.execute(db)
  return rows
}
