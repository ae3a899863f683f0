import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { enqueueMail, enqueueMailToOwner } from '../../mail/outbox.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import { readAttempt } from '../payments/attempts.service.ts'
import { closeIssues, reportCharge, reportRefund } from '../payments/payment-issues.ts'
import { recordOutcome } from './record-refund.ts'
import { reopenRequest } from './refund-requests.store.ts'
import { tellRefund } from './refunds.rules.ts'
import {
  finishOrder,
  listRefunds,
  lockOrder,
  type OrderRow,
  type RefundRow,
  sumRefunded,
  writeRefundOutcome,
} from './refunds.store.ts'

interface Particulars {
  refundId?: string
  problem?: string
  /** What the owner says of a refund that nobody could ask about: they need no mail of it. */
  isOwnersWord?: boolean
}

/** What becomes of a refund, and what follows from it, each in one transaction. */
export interface RefundOutcomes {
  /** Writes the outcome once, and with the last one of an order everything that follows; false when it had one already. */
  settle(
    refund: RefundRow,
    outcome: 'REFUNDED' | 'REFUSED',
    particulars: Particulars,
    also?: (tx: Db) => Promise<void>,
  ): Promise<boolean>
  /** Puts a refund that stays unknown on the owner's list, once. */
  requestReview(refund: RefundRow, problem: string): Promise<void>
}

export function createRefundOutcomes(deps: { db: Db; clock: Clock; ownerEmail: string | undefined }): RefundOutcomes {
  const { db, clock, ownerEmail } = deps
  return {
    settle: (refund, outcome, particulars, also) =>
      inTransaction(db, clock, async (tx, now) => {
        const order = await lockOrder(tx, refund.order_id)
        const isFirst = await writeRefundOutcome(tx, now, refund.id, {
          outcome,
          provider_refund_id: particulars.refundId ?? null,
          last_problem: particulars.problem ?? null,
        })
        if (!isFirst) return false
        await closeIssues(tx, now, ['refund_id', refund.id], outcome === 'REFUNDED' ? 'REFUNDED' : 'NOT_REFUNDED')
        if (outcome === 'REFUNDED') await closeWhatIsBack(tx, now, order, refund)
        await also?.(tx)
        const refunds = await listRefunds(tx, order.id)
        if (refunds.every((other) => other.outcome !== null))
          await finish(tx, now, order, refunds, particulars.isOwnersWord ? 'nobody' : { ownerEmail })
        return true
      }),

    requestReview: (refund, problem) =>
      inTransaction(db, clock, async (tx, now) => {
        const order = await lockOrder(tx, refund.order_id)
        const listed = await tx
          .selectFrom('payment_failures')
          .select('id')
          .where('refund_id', '=', refund.id)
          .executeTakeFirst()
        const open = (await listRefunds(tx, order.id)).find(({ id }) => id === refund.id)
        if (listed || open?.outcome !== null) return
        await reportRefund(tx, now, refund, { kind: 'NEEDS_REVIEW', reason: problem })
        await enqueueMailToOwner(tx, now, ownerEmail, {
          kind: 'refund-needs-review',
          params: { refundId: refund.id, bookingId: order.booking_id },
        })
      }),
  }
}

async function finish(
  tx: Db,
  now: Date,
  order: OrderRow,
  refunds: RefundRow[],
  told: 'nobody' | { ownerEmail: string | undefined },
): Promise<void> {
  const refused = refunds.filter(({ outcome }) => outcome === 'REFUSED')
  const outcome = refused.length === 0 ? 'DONE' : refused.length === refunds.length ? 'FAILED' : 'PARTIAL'
  await finishOrder(tx, now, order.id, outcome)
  await recordBookingEvent(tx, now, order.booking_id, 'refunded', tellRefund(refunds).message)
  await recordOutcome(tx, order, refunds)
  const params = { orderId: order.id, bookingId: order.booking_id }
  // Whoever asked heard 'is being confirmed', or nothing when the process died: then a refusal is news.
  const isLate = order.told_open_at !== null || refunds.some(({ tries }) => tries > 0)
  if (refused.length > 0) await reportRefused(tx, now, order, { refused, outcome, isLate })
  if (refused.length > 0 && isLate && told !== 'nobody')
    await enqueueMailToOwner(tx, now, told.ownerEmail, { kind: 'refund-refused', params })
  if (outcome === 'FAILED') return
  const { email } = await readBooking(tx, order.booking_id)
  await enqueueMail(tx, now, { kind: 'refund-made', to: email, params })
}

/** Where the owner finds what was refused, in one place only: the request that it answers, or the failures list. */
async function reportRefused(
  tx: Db,
  now: Date,
  order: OrderRow,
  { refused, outcome, isLate }: { refused: RefundRow[]; outcome: 'FAILED' | 'PARTIAL' | 'DONE'; isLate: boolean },
): Promise<void> {
  if (outcome === 'FAILED' && order.request_id !== null && (await reopenRequest(tx, now, order.request_id))) return
  const { status } = await readBooking(tx, order.booking_id)
  for (const refund of refused) {
    // The list gives back all that is left of a charge: a refused part of it is an item of its own.
    const isAllOfIt = refund.amount_cents === (await restOf(tx, refund.attempt_id))
    if (status === 'CANCELLED' && isAllOfIt && order.failure_id === null)
      await reportCharge(tx, now, refund.attempt_id, { kind: 'REFUNDABLE', reason: REFUSED })
    else if (order.failure_id === null && (isLate || order.request_id !== null))
      await reportRefund(tx, now, refund, { kind: 'REFUNDABLE', reason: REFUSED })
  }
}

const REFUSED = 'The provider refused the refund.'

/** A charge of which all went back is settled, and so is the refused refund that was asked for again. */
async function closeWhatIsBack(tx: Db, now: Date, order: OrderRow, refund: RefundRow): Promise<void> {
  if ((await restOf(tx, refund.attempt_id)) === 0)
    await closeIssues(tx, now, ['attempt_id', refund.attempt_id], 'REFUNDED')
  else if (order.failure_id !== null) await closeIssues(tx, now, ['id', order.failure_id], 'REFUNDED')
}

/** What of a charge has not gone back. */
async function restOf(tx: Db, attemptId: number): Promise<number> {
  const { amount_cents } = await readAttempt(tx, attemptId)
  return amount_cents - (await sumRefunded(tx, attemptId))
}

async function readBooking(tx: Db, id: number) {
  return tx.selectFrom('bookings').select(['email', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
}
