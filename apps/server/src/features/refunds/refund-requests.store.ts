import { type Generated, sql } from 'kysely'
import type { NewRow } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

type Decision = 'APPROVED' | 'DECLINED' | 'WITHDRAWN'

declare module '../../database/tables.ts' {
  interface Tables {
    refund_requests: {
      id: Generated<number>
      booking_id: number
      user_id: number
      amount_cents: number | null
      description: string | null
      created_at: Date
      decided_at: Generated<Date | null>
      decision: Generated<Decision | null>
      answer: Generated<string | null>
      /** Set if it was approved but the provider refused the refund: it must be decided again. */
      refused_at: Generated<Date | null>
    }
  }
}

function requests(db: Db) {
  return db
    .selectFrom('refund_requests as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .select([
      'r.id',
      'r.booking_id as bookingId',
      'b.confirmation_number as confirmationNumber',
      sql<string>`full_name(b.first_name, b.last_name)`.as('customer'),
      'b.email',
      'b.trip_date as selectedDate',
      'b.status as bookingStatus',
      'r.amount_cents as amount',
      sql<number>`refundable(b.id)`.as('refundable'),
      'r.description',
      'r.created_at as createdAt',
      'r.refused_at as refusedAt',
      'r.decided_at as decidedAt',
      'r.decision',
      sql<boolean>`coalesce((select o.still_owes from refund_orders o where o.request_id = r.id order by o.id desc limit 1),
        false)`.as('stillOwes'),
    ])
}

export function findRequest(db: Db, id: number) {
  return requests(db).where('r.id', '=', id).executeTakeFirst()
}

/** The booking's request of that moment. */
export const findRequestOf = (db: Db, bookingId: number, askedAt: Date) =>
  requests(db).where('r.booking_id', '=', bookingId).where('r.created_at', '=', askedAt).executeTakeFirst()

export function listOpenRequests(db: Db) {
  return requests(db).where('r.decided_at', 'is', null).orderBy('r.id').execute()
}

/** Its id; undefined if the booking has an open one. */
export async function insertRequest(tx: Db, request: NewRow<'refund_requests'>): Promise<number | undefined> {
  const filed = await tx
    .insertInto('refund_requests')
    .values(request)
    .onConflict((conflict) => conflict.column('booking_id').where('decided_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return filed?.id
}

/** False if it was already decided. */
export async function decideRequest(
  tx: Db,
  now: Date,
  id: number,
  answer: { decision: Decision; answer: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests')
    .set({ ...answer, decided_at: now })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Reopens a request whose refund was refused; false if the customer has a newer open one. */
export async function reopenRequest(tx: Db, now: Date, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests as r')
    .set({ decided_at: null, decision: null, refused_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`not exists (
      select from refund_requests newer where newer.booking_id = r.booking_id and newer.decided_at is null)`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns their ids. */
export async function blankRequests(tx: Db, bookingIds: readonly number[]): Promise<{ id: number }[]> {
  return tx
    .updateTable('refund_requests')
    .set({ description: null, answer: null })
    .where('booking_id', 'in', bookingIds)
    .returning('id')
    .execute()
}
