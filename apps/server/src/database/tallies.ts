import { sql } from 'kysely'
import type { Sweep } from '../jobs/sweeps.ts'
import type { Db } from './transaction.ts'

/** How many rows of a table have each value that migration 0130 counts: exact, and no dearer when there are many. */
export async function readTally(
  db: Db,
  counted: 'bookings' | 'users' | 'enquiries' | 'booking_queries',
): Promise<(value?: string) => number> {
  const { rows } = await sql<{ value: string; count: number }>`
    select value, sum(change)::integer as count from tallies where counted = ${counted} group by value`.execute(db)
  return (value) =>
    rows.filter((row) => value === undefined || row.value === value).reduce((sum, { count }) => sum + count, 0)
}

/** Adds up what was written down since: each sum takes the place of its parts in one statement. */
export function tallySweep({ db }: { db: Db }): Sweep {
  return {
    name: 'tallies',
    everyMs: 3_600_000,
    async run() {
      await sql`
        with parts as (
          delete from tallies where id in (select id from tallies for update skip locked) returning counted, value, change
        )
        insert into tallies (counted, value, change)
        select counted, value, sum(change) from parts group by counted, value having sum(change) <> 0`.execute(db)
    },
  }
}
