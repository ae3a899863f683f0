import type { BookingQuery, BookingQueryStatus } from '@arcadia/contract/booking-queries'
import type { Generated } from 'kysely'
import type { Db } from '../../database/transaction.ts'

export interface BookingQueriesTable {
  id: Generated<number>
  booking_id: number
  user_id: number
  query_message: string
  status: Generated<BookingQueryStatus>
  admin_response: Generated<string | null>
  admin_notes: Generated<string | null>
  created_at: Date
  responded_at: Generated<Date | null>
  updated_at: Date
}

declare module '../../database/tables.ts' {
  interface Tables {
    booking_queries: BookingQueriesTable
  }
}

const shown = [
  'id',
  'booking_id as bookingId',
  'query_message as queryMessage',
  'status',
  'created_at as createdAt',
  'admin_response as adminResponse',
  'responded_at as respondedAt',
] as const

/** The latest first. */
export async function listQueries(db: Db, of: { bookingId: number } | { userId: number }): Promise<BookingQuery[]> {
  const queries = db.selectFrom('booking_queries').select(shown).orderBy('id', 'desc')
  return 'bookingId' in of
    ? queries.where('booking_id', '=', of.bookingId).execute()
    : queries.where('user_id', '=', of.userId).execute()
}

export async function insertQuery(
  tx: Db,
  now: Date,
  query: { bookingId: number; userId: number; message: string },
): Promise<BookingQuery> {
  return tx
    .insertInto('booking_queries')
    .values({
      booking_id: query.bookingId,
      user_id: query.userId,
      query_message: query.message,
      created_at: now,
      updated_at: now,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
}
