import type { AdminBooking } from '@arcadia/contract/bookings'
import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { bookingsWithMoney, toBooking } from './bookings.store.ts'
import { isOverdue } from './search-bookings.store.ts'

/** Bookings on the next `dates` trip dates, from a date on, in order. */
export async function listNextTrips(db: Db, from: TripDate, dates: number): Promise<AdminBooking[]> {
  const rows = await bookingsWithMoney(db)
    .where('b.status', '!=', 'CANCELLED')
    .where('b.trip_date', 'in', (trips) =>
      trips
        .selectFrom('bookings')
        .select('trip_date')
        .distinct()
        .where('status', '!=', 'CANCELLED')
        .where('trip_date', '>=', from)
        .orderBy('trip_date')
        .limit(dates),
    )
    .orderBy('b.trip_date')
    .orderBy('b.id')
    .execute()
  return rows.map(toBooking)
}

/** By date, then in booking order. */
export async function listTripsBetween(db: Db, from: TripDate, to: TripDate): Promise<AdminBooking[]> {
  const rows = await bookingsWithMoney(db)
    .where('b.status', '!=', 'CANCELLED')
    .where('b.trip_date', '>=', from)
    .where('b.trip_date', '<=', to)
    .orderBy('b.trip_date')
    .orderBy('b.id')
    .execute()
  return rows.map(toBooking)
}

/** Total balance of confirmed trips from a date on, in cents. */
export async function sumDue(db: Db, from: TripDate): Promise<number> {
  const { due } = await db
    .selectFrom('bookings as b')
    .select(sql<number>`coalesce(sum(owed(b)), 0)::bigint`.as('due'))
    .where('b.status', '=', 'CONFIRMED')
    .where('b.trip_date', '>=', from)
    .executeTakeFirstOrThrow()
  return due
}

/** How many of these trips have a balance, and the total. */
export async function sumOverdue(db: Db, lastOverdue: TripDate | undefined): Promise<{ count: number; cents: number }> {
  return db
    .selectFrom('bookings as b')
    .select([sql<number>`count(*)::integer`.as('count'), sql<number>`coalesce(sum(owed(b)), 0)::bigint`.as('cents')])
    .where(isOverdue(lastOverdue))
    .executeTakeFirstOrThrow()
}
