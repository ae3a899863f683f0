import type { RefundRequest } from '@arcadia/contract/refunds'
import type { Generated } from 'kysely'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

export interface RefundRequestsTable {
  id: Generated<number>
  booking_id: number
  user_id: number
  amount_cents: number | null
  description: string | null
  created_at: Date
  decided_at: Generated<Date | null>
  decision: Generated<'APPROVED' | 'DECLINED' | null>
  answer: Generated<string | null>
  /** It was approved and the provider refused the refund: it is to be decided again. */
  refused_at: Generated<Date | null>
}

declare module '../../database/tables.ts' {
  interface Tables {
    refund_requests: RefundRequestsTable
  }
}

/** One open a booking: undefined when there is one already. */
export async function insertRefundRequest(
  tx: Db,
  request: Insertable<RefundRequestsTable>,
): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('refund_requests')
    .values(request)
    .onConflict((conflict) => conflict.column('booking_id').where('decided_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
}

function requests(db: Db) {
  return db
    .selectFrom('refund_requests as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .select([
      'r.id',
      'r.booking_id as bookingId',
      'b.confirmation_number as confirmationNumber',
      sql<string>`b.first_name || ' ' || b.last_name`.as('customer'),
      'b.email',
      'b.trip_date as selectedDate',
      'r.amount_cents as amount',
      sql<number>`(coalesce((select sum(a.amount_cents) from payment_attempts a
        where a.booking_id = b.id and a.outcome = 'CAPTURED'), 0) - coalesce((select sum(f.amount_cents) from refunds f
        join payment_attempts a on a.id = f.attempt_id
        where a.booking_id = b.id and f.outcome is distinct from 'REFUSED'), 0))::integer`.as('refundable'),
      'r.description',
      'r.created_at as createdAt',
      'r.refused_at as refusedAt',
      'r.decided_at as decidedAt',
    ])
}

export async function listOpenRequests(db: Db): Promise<RefundRequest[]> {
  return requests(db).where('r.decided_at', 'is', null).orderBy('r.id').execute()
}

export async function findRequest(
  db: Db,
  id: number,
): Promise<(RefundRequest & { decidedAt: Date | null }) | undefined> {
  return requests(db).where('r.id', '=', id).executeTakeFirst()
}

/** A request whose refund was refused is to be decided again; false when the customer has a newer one open. */
export async function reopenRequest(tx: Db, now: Date, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests as r')
    .set({ decided_at: null, decision: null, refused_at: now })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund_requests as newer')
            .whereRef('newer.booking_id', '=', 'r.booking_id')
            .where('newer.decided_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False when it was decided already. */
export async function decideRequest(
  tx: Db,
  now: Date,
  id: number,
  decision: { decision: 'APPROVED' | 'DECLINED'; answer: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests')
    .set({ ...decision, decided_at: now })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
