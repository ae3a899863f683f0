import type { CheckIn, CheckInState } from '@arcadia/contract/admin/check-ins'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import type { NewRow } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    check_ins: {
      id: Generated<number>
      booking_id: number
      trip_date: string
      /** Null if the check-in was undone. */
      state: CheckInState | null
      admin_id: number
      tapped_at: Date
      idempotency_key: string | null
      created_at: Date
    }
  }
}

/** The latest check-in of each booking on a date. */
export async function listCheckIns(
  db: Db,
  date: TripDate,
  bookingIds: readonly number[],
): Promise<ReadonlyMap<number, CheckIn>> {
  const rows = await db
    .selectFrom('check_ins as c')
    .innerJoin('users as u', 'u.id', 'c.admin_id')
    .distinctOn('c.booking_id')
    .select(['c.booking_id', 'c.state', 'c.tapped_at as at', sql<string>`person_name(u)`.as('by')])
    .where('c.booking_id', 'in', bookingIds.length > 0 ? bookingIds : [0])
    .where('c.trip_date', '=', date)
    .orderBy('c.booking_id')
    .orderBy('c.id', 'desc')
    .execute()
  return new Map(rows.flatMap(({ booking_id, state, at, by }) => (state ? [[booking_id, { state, at, by }]] : [])))
}

/** Who booked a day since a group was marked as a no-show, in the order they did, and still comes. */
export async function listBookedSinceMark(db: Db, bookingId: number, date: TripDate): Promise<string[]> {
  const marked = sql<Date>`(select max(created_at) from check_ins
    where booking_id = ${bookingId} and trip_date = ${date} and state = 'NO_SHOW')`
  const rows = await db
    .selectFrom('bookings as b')
    .select(sql<string>`full_name(b.first_name, b.last_name)`.as('name'))
    .where('b.trip_date', '=', date)
    .where('b.created_at', '>=', marked)
    .where(sql<boolean>`outcome_of(b) in ('ON', 'TOOK_PLACE')`)
    .orderBy('b.id')
    .execute()
  return rows.map(({ name }) => name)
}

export async function insertCheckIn(tx: Db, checkIn: NewRow<'check_ins'>): Promise<void> {
  await tx.insertInto('check_ins').values(checkIn).execute()
}
