import { type Address, portal } from '@arcadia/contract/addresses'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

/** The owner's list of payments that need a person (`payment_failures`). Nothing else writes to it. */

type Issue = Pick<Insertable<Tables['payment_failures']>, 'kind' | 'reason'>
type Resolution = NonNullable<Insertable<Tables['payment_failures']>['resolution']>

/** Lists a captured charge to refund, or one whose outcome stays unknown. One item per charge. */
export async function reportCharge(tx: Db, now: Date, attemptId: number, issue: Issue): Promise<void> {
  const listed = { ...issue, created_at: now, resolved_at: null, resolution: null }
  await tx
    .insertInto('payment_failures')
    .values({ attempt_id: attemptId, ...listed })
    .onConflict((conflict) => conflict.column('attempt_id').where('refund_id', 'is', null).doUpdateSet(listed))
    .execute()
}

/** Lists one refund: REFUNDABLE if it was refused, NEEDS_REVIEW if its outcome stays unknown. */
export async function reportRefund(
  tx: Db,
  now: Date,
  refund: { id: number; attempt_id: number },
  issue: Issue,
): Promise<void> {
  const listed = { ...issue, created_at: now, resolved_at: null, resolution: null }
  await tx
    .insertInto('payment_failures')
    .values({ attempt_id: refund.attempt_id, refund_id: refund.id, ...listed })
    .onConflict((conflict) => conflict.column('refund_id').where('refund_id', 'is not', null).doUpdateSet(listed))
    .execute()
}

/**
 * Lists a charge that differs between the provider and our books. Undefined if it is already listed, or if the owner
 * dismissed this same difference.
 */
export async function reportDifference(
  tx: Db,
  now: Date,
  attemptId: number,
  reason: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into payment_failures as known (attempt_id, kind, reason, created_at)
    values (${attemptId}, 'NEEDS_REVIEW', ${reason}, ${now})
    on conflict (attempt_id) where refund_id is null do update
      set kind = excluded.kind, reason = excluded.reason, created_at = excluded.created_at,
        resolved_at = null, resolution = null
      where known.resolved_at is not null
        and not (known.resolution = 'DISMISSED' and known.reason = excluded.reason)
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Where the item of a charge, or of a refund, is listed. */
export async function addressOfIssue(tx: Db, of: { attemptId: number } | { refundId: number }): Promise<Address> {
  const all = tx.selectFrom('payment_failures').select('id')
  const found =
    'refundId' in of
      ? all.where('refund_id', '=', of.refundId)
      : all.where('attempt_id', '=', of.attemptId).where('refund_id', 'is', null)
  const item = await found.executeTakeFirst()
  return portal.refunds.href(item && { id: `issue-${item.id}` })
}

/** Closes one item, all items of a charge, or the item of a refund; false if there were none. */
export async function closeIssues(
  tx: Db,
  now: Date,
  [column, value]: ['id' | 'attempt_id' | 'refund_id', number],
  resolution: Resolution,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_failures')
    .set({ resolved_at: now, resolution })
    .where(column, '=', value)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Closes the oldest item about a refused refund of the same charge and amount, which the owner made again. */
export async function closeIssueOfSameRefund(
  tx: Db,
  now: Date,
  { attempt_id, amount_cents }: { attempt_id: number; amount_cents: number },
): Promise<void> {
  await sql`update payment_failures set resolved_at = ${now}, resolution = 'REFUNDED' where id = (
    select f.id from payment_failures f join refunds r on r.id = f.refund_id
    where f.attempt_id = ${attempt_id} and f.kind = 'REFUNDABLE' and f.resolved_at is null
      and r.amount_cents = ${amount_cents} order by f.id limit 1)`.execute(tx)
}

/** Closes reviews of charges whose outcome is now known, or whose books now match. */
export async function closeReviews(
  tx: Db,
  now: Date,
  attemptIds: readonly number[],
  resolution: Resolution,
): Promise<void> {
  await tx
    .updateTable('payment_failures')
    .set({ resolved_at: now, resolution })
    .where('attempt_id', 'in', attemptIds)
    .where('refund_id', 'is', null)
    .where('kind', '=', 'NEEDS_REVIEW')
    .where('resolved_at', 'is', null)
    .execute()
}
