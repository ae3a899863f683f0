import type { Db } from '../../database/transaction.ts'
import { type AttemptRow, getAttempt, insertFailure } from './attempts.store.ts'

/** What refunds read and write of payments, each in the caller's transaction. */

/** A payment that is known to exist. */
export async function readAttempt(db: Db, id: number): Promise<AttemptRow> {
  return getAttempt(db, id)
}

/** Puts a charge that the owner has to refund on the list. */
export async function listAsRefundable(tx: Db, now: Date, attemptId: number, reason: string): Promise<void> {
  await insertFailure(tx, now, { attempt_id: attemptId, kind: 'REFUNDABLE', reason })
}

/** Takes a payment off the list; false when it was settled already. */
export async function closeFailure(
  tx: Db,
  now: Date,
  attemptId: number,
  resolution: 'REFUNDED' | 'PROVIDER_CANCELLED',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_failures')
    .set({ resolved_at: now, resolution })
    .where('attempt_id', '=', attemptId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
