import type { DayClaims } from '@arcadia/contract/availability'
import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

const NOTHING: DayClaims = { booked: 0, held: 0 }

/** What claims the days from `first` to `last` at an instant; a day without claims is answered too. */
export async function claimsBetween(
  db: Db,
  first: TripDate,
  last: TripDate,
  at: Date,
): Promise<(date: TripDate) => DayClaims> {
  const { rows } = await sql<{ trip_date: string; booked: number; held: number; held_until: Date | null }>`
    select * from claims_between(${first}::date, ${last}::date, ${at})`.execute(db)
  const days = new Map(
    rows.map((row) => [row.trip_date, { booked: row.booked, held: row.held, heldUntil: row.held_until ?? undefined }]),
  )
  return (date) => days.get(date) ?? NOTHING
}
