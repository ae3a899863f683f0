import type { Insertable } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { RefundRequestsTable } from './refunds.tables.ts'

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
