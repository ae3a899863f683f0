import type { TripDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'

/** What the parties of a date asked and nobody has answered, the oldest first. */
export function listOpenQuestions(db: Db, date: TripDate): Promise<{ bookingId: number; text: string }[]> {
  return db
    .selectFrom('booking_queries as q')
    .innerJoin('bookings as b', 'b.id', 'q.booking_id')
    .select(['q.booking_id as bookingId', 'q.query_message as text'])
    .where('b.trip_date', '=', date)
    .where('b.status', '!=', 'CANCELLED')
    .where('q.status', 'in', ['NEW', 'IN_PROGRESS'])
    .orderBy('q.id')
    .execute()
}

/** What admins wrote down about the bookings of a date, the oldest first. */
export function listNotesOn(db: Db, date: TripDate): Promise<{ bookingId: number; text: string }[]> {
  return db
    .selectFrom('booking_notes as n')
    .innerJoin('bookings as b', 'b.id', 'n.booking_id')
    .select(['n.booking_id as bookingId', 'n.text'])
    .where('b.trip_date', '=', date)
    .where('b.status', '!=', 'CANCELLED')
    .orderBy('n.id')
    .execute()
}
