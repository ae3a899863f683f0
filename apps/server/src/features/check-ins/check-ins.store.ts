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

export async function insertCheckIn(tx: Db, checkIn: NewRow<'check_ins'>): Promise<void> {
  await tx.insertInto('check_ins').values(checkIn).execute()
}
