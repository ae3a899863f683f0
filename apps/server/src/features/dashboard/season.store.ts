import type { SeasonFill } from '@arcadia/contract/dashboard'
import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

/** The days from `start` to `end` that have a trip, in order. */
export function listFilledDays(db: Db, start: TripDate, end: TripDate): Promise<SeasonFill['days']> {
  return db
    .selectFrom('bookings')
    .select([
      'trip_date as date',
      sql<number>`count(*)::integer`.as('bookings'),
      sql<number>`sum(number_of_guests)::integer`.as('anglers'),
      sql<number>`sum(total_cents)::bigint`.as('value'),
    ])
    .where('status', '!=', 'CANCELLED')
    .where('trip_date', '>=', start)
    .where('trip_date', '<=', end)
    .groupBy('trip_date')
    .orderBy('trip_date')
    .execute()
}
