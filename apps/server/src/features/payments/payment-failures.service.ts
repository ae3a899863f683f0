import type { Db } from '../../database/transaction.ts'
import { type AttemptRow, getAttempt, insertFailure } from './attempts.store.ts'

export type { AttemptRow } from './attempts.store.ts'

import type { FailureResolution } from './attempts.store.ts'

/** What refunds read and write of payments, each in the caller's transaction. */

/** A payment that is known to exist. */
export async function readAttempt(db: Db, id: number): Promise<AttemptRow> {
  return getAttempt(db, id)
}

/** Puts a charge that the owner has to refund on the list. */
export async function reportRefundable(tx: Db, now: Date, attemptId: number, reason: string): Promise<void> {
  await insertFailure(tx, now, { attempt_id: attemptId, kind: 'REFUNDABLE', reason })
}

/** Puts one refund on the list: REFUNDABLE when it was refused, NEEDS_REVIEW when its outcome stays unknown. */
export async function reportRefund(
  tx: Db,
  now: Date,
  refund: { id: number; attempt_id: number },
  { kind, reason }: { kind: 'REFUNDABLE' | 'NEEDS_REVIEW'; reason: string },
): Promise<void> {
  const listed = { kind, reason, created_at: now, resolved_at: null, resolution: null }
  await tx
    .insertInto('payment_failures')
    .values({ attempt_id: refund.attempt_id, refund_id: refund.id, ...listed })
    .onConflict((conflict) => conflict.column('refund_id').where('refund_id', 'is not', null).doUpdateSet(listed))
    .execute()
}

/** Takes everything about a charge off the list; false when nothing of it was there. */
export async function closeFailures(
  tx: Db,
  now: Date,
  attemptId: number,
  resolution: 'REFUNDED' | 'PROVIDER_CANCELLED',
): Promise<boolean> {
  return close(tx, now, ['attempt_id', attemptId], resolution)
}

/** Takes a refund that was listed off the list. */
export async function closeListedRefund(
  tx: Db,
  now: Date,
  refundId: number,
  resolution: 'REFUNDED' | 'NOT_REFUNDED',
): Promise<boolean> {
  return close(tx, now, ['refund_id', refundId], resolution)
}

/** Takes one item off the list; false when it was settled already. */
export async function closeFailure(tx: Db, now: Date, id: number, resolution: FailureResolution): Promise<boolean> {
  return close(tx, now, ['id', id], resolution)
}

async function close(
  tx: Db,
  now: Date,
  [column, value]: ['id' | 'attempt_id' | 'refund_id', number],
  resolution: FailureResolution,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_failures')
    .set({ resolved_at: now, resolution })
    .where(column, '=', value)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
