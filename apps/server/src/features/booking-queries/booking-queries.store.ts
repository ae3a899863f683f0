import type { BookingQuery, BookingQueryStatus } from '@arcadia/contract/booking-queries'
import { type Generated, sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    booking_queries: {
      id: Generated<number>
      booking_id: number
      user_id: number
      query_message: string
      status: Generated<BookingQueryStatus>
      admin_notes: Generated<string | null>
      created_at: Date
      responded_at: Generated<Date | null>
      updated_at: Date
    }
  }
}

/** SQL on question `q`: the latest reply. */
export const latestResponse = sql<string | null>`(
  select r.text from replies r where r.query_id = q.id order by r.id desc limit 1)`.as('adminResponse')

/** Latest first, each with all its replies. */
export async function listQueries(db: Db, of: { bookingId: number } | { userId: number }): Promise<BookingQuery[]> {
  const queries = await db
    .selectFrom('booking_queries as q')
    .innerJoin('bookings as b', 'b.id', 'q.booking_id')
    .select(['q.id', 'q.booking_id as bookingId', 'q.query_message as queryMessage', 'q.status'])
    .select(['q.created_at as createdAt', 'q.responded_at as respondedAt'])
    .where((is) => ('bookingId' in of ? is('q.booking_id', '=', of.bookingId) : is('b.user_id', '=', of.userId)))
    .orderBy('q.id', 'desc')
    .execute()
  const replies = await db
    .selectFrom('replies')
    .select(['query_id', 'text', 'created_at as createdAt'])
    .where('query_id', 'in', [...queries.map(({ id }) => id), 0])
    .orderBy('id')
    .execute()
  return queries.map((query) => {
    const responses = replies.filter(({ query_id }) => query_id === query.id)
    return { ...query, adminResponse: responses.at(-1)?.text ?? null, responses }
  })
}

export async function insertQuery(
  tx: Db,
  now: Date,
  query: { bookingId: number; userId: number; message: string },
): Promise<BookingQuery> {
  const inserted = await tx
    .insertInto('booking_queries')
    .values({
      booking_id: query.bookingId,
      user_id: query.userId,
      query_message: query.message,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'booking_id as bookingId', 'query_message as queryMessage', 'status', 'created_at as createdAt'])
    .executeTakeFirstOrThrow()
  return { ...inserted, adminResponse: null, respondedAt: null, responses: [] }
}

/** Blanks the questions about these bookings and returns them. */
export function blankQuestions(tx: Db, bookingIds: readonly number[]): Promise<{ id: number }[]> {
  return tx
    .updateTable('booking_queries')
    .set({ query_message: 'Removed', admin_notes: null })
    .where('booking_id', 'in', bookingIds)
    .returning('id')
    .execute()
}
