import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { closeIssueOfSameRefund, closeIssues, reportRefund } from '../payments/payments.writes.ts'
import { findBookingOfTip } from '../payments/tips.writes.ts'
import { finishWhenKnown } from './refund-orders.writes.ts'
import { getCharge, isUnlisted, lockOrder, type OrderRow, type RefundRow, updateOpenRefund } from './refunds.store.ts'

export type RefundSettlement = ReturnType<typeof createRefundSettlement>

/** Writes the outcome of a refund and its consequences, each in one transaction. */
export function createRefundSettlement(deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'>) {
  const { db, clock, ownerEmail } = deps
  return {
    /**
     * Writes the outcome once, and finishes the order with its last outcome; false if it already had one.
     * @param known.isOwnersWord the owner decided the outcome and needs no email about it
     */
    settle: (
      refund: RefundRow,
      outcome: 'REFUNDED' | 'REFUSED',
      known: { refundId?: string; problem?: string; isOwnersWord?: boolean },
      inSameTransaction?: (tx: Db) => Promise<void>,
    ): Promise<boolean> =>
      inTransaction(db, clock, async (tx, now) => {
        const order = await lockOrder(tx, refund.order_id)
        const isFirst = await updateOpenRefund(tx, refund.id, {
          outcome,
          outcome_at: now,
          provider_refund_id: known.refundId ?? null,
          last_problem: known.problem ?? null,
        })
        if (!isFirst) return false
        await closeIssues(tx, now, ['refund_id', refund.id], outcome === 'REFUNDED' ? 'REFUNDED' : 'NOT_REFUNDED')
        if (outcome === 'REFUNDED') await closeWhatIsBack(tx, now, order, refund)
        await inSameTransaction?.(tx)
        await finishWhenKnown(tx, now, deps, order, known.isOwnersWord)
        return true
      }),

    /** Puts a refund that stays unknown on the owner's list, once. */
    requestReview: (refund: RefundRow, problem: string): Promise<void> =>
      inTransaction(db, clock, async (tx, now) => {
        const order = await lockOrder(tx, refund.order_id)
        if (!(await isUnlisted(tx, refund.id))) return
        await reportRefund(tx, now, refund, { kind: 'NEEDS_REVIEW', reason: problem })
        await tellOwner(tx, now, ownerEmail, {
          kind: 'refund-needs-review',
          params: { refundId: refund.id, bookingId: order.booking_id ?? (await findBookingOfTip(tx, order.tip_id!))! },
        })
      }),
  }
}

/** Closes the issues of a fully refunded charge, or the issue of a refused refund that was made again. */
async function closeWhatIsBack(tx: Db, now: Date, order: OrderRow, refund: RefundRow): Promise<void> {
  const { cents, refundedCents } = await getCharge(tx, refund.attempt_id)
  if (cents === refundedCents) await closeIssues(tx, now, ['attempt_id', refund.attempt_id], 'REFUNDED')
  else if (order.failure_id !== null) await closeIssues(tx, now, ['id', order.failure_id], 'REFUNDED')
  else await closeIssueOfSameRefund(tx, now, refund)
}
