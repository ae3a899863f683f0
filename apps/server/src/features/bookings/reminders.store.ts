import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import { DAY_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Reminder } from '../../feature.ts'
import { openMoves } from './bookings.store.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    reminders: {
      booking_id: number
      kind: string
      about: string
    }
  }
}

/** Confirmed trips without this reminder, except those just booked or on a called-off day. */
function toRemind(db: Db, now: Date, { kind, first, last, daysBefore = 0, quietDays, isNeeded }: Reminder) {
  const about = sql<TripDate>`b.trip_date - ${daysBefore}::integer`
  return db
    .selectFrom('bookings as b')
    .select(['b.id', sql<string>`${kind}`.as('kind'), about.as('about')])
    .where('b.status', '=', 'CONFIRMED')
    .where('b.trip_date', '>=', first)
    .where('b.trip_date', '<=', last)
    .where('b.created_at', '<', new Date(now.getTime() - quietDays * DAY_MS))
    .where('b.trip_date', 'not in', openMoves(db))
    .where(sql<boolean>`not exists (select from reminders r
      where r.booking_id = b.id and r.kind = ${kind} and r.about = ${about})`)
    .$if(isNeeded !== undefined, (query) => query.where(isNeeded!))
}

export function listToRemind(db: Db, now: Date, reminder: Reminder) {
  return toRemind(db, now, reminder).select(['b.trip_date', 'b.email']).orderBy('b.trip_date').limit(100).execute()
}

/** True for the one process that should send it, if it is still due. */
export async function markReminded(tx: Db, now: Date, reminder: Reminder, id: number, date: TripDate) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reminders')
    .columns(['booking_id', 'kind', 'about'])
    .expression(toRemind(tx, now, reminder).where('b.id', '=', id).where('b.trip_date', '=', date))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
