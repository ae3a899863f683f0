import { formatCents } from '@arcadia/contract/money'
import type { Clock } from '../../clock.ts'
import { violatedUnique } from '../../database/database-errors.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.service.ts'
import { closeIssues } from '../payments/payment-issues.ts'
import { leaseFrom } from '../payments/payments.rules.ts'
import { finishOrder, insertOrder, insertRefund, sumRefunded, writeRefundOutcome } from './refunds.store.ts'

/** Money that the provider gave back without us. */
export interface OutsideRefunds {
  /**
   * Writes down what of a charge went back beyond what our books have, when `backCents` of it are gone in all, and takes
   * the charge off the list. @throws AppError `failure-resolved`, `charge-differs`, `refund-in-progress`
   */
  write(
    user: SignedIn,
    charge: { id: number; booking_id: number; charge_id: string | null; amount_cents: number },
    backCents: number,
    record: (tx: Db) => Promise<void>,
  ): Promise<void>
}

export function createOutsideRefunds(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> }): OutsideRefunds {
  return {
    async write(user, charge, backCents, record) {
      const read = () => deps.bookings.get(user, charge.booking_id)
      await withBookingLocked(deps, read, async (tx, now) => {
        const isAll = backCents === charge.amount_cents
        if (!(await closeIssues(tx, now, ['attempt_id', charge.id], isAll ? 'PROVIDER_CANCELLED' : 'REFUNDED')))
          throw new AppError('failure-resolved')
        // The order first: no other one begins beside it, and of one that just ended the sum below knows.
        const orderId = await insertOrder(tx, {
          booking_id: charge.booking_id,
          admin_id: user.id,
          kind: isAll ? 'PROVIDER_CANCELLED' : 'MADE_OUTSIDE',
          asked_cents: null,
          description: isAll ? 'Cancelled by the provider' : 'Refunded at the provider',
          idempotency_key: null,
          created_at: now,
        })
        const missing = backCents - (await sumRefunded(tx, charge.id))
        if (missing <= 0)
          throw new AppError('charge-differs', { message: 'The provider gave nothing back that is not in our books.' })
        const refundId = await insertRefund(tx, {
          order_id: orderId,
          attempt_id: charge.id,
          amount_cents: missing,
          leased_until: leaseFrom(now),
          next_try_at: now,
        })
        await writeRefundOutcome(tx, now, refundId, {
          outcome: 'REFUNDED',
          provider_refund_id: null,
          last_problem: null,
        })
        await finishOrder(tx, now, orderId, 'DONE')
        const told = `${formatCents(missing)} went back at the payments provider, not from here.`
        await recordBookingEvent(tx, now, charge.booking_id, 'refunded', told)
        await record(tx)
      }).catch((error: unknown) => {
        // A refund under way reads the provider's own record too, and closes the item itself.
        if (violatedUnique(error) === 'refund_orders_one_in_flight')
          throw new AppError('refund-in-progress', { cause: error })
        throw error
      })
    },
  }
}
