import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { isPaymentOpen } from '../bookings/lock-booking.service.ts'
import { leaseFrom } from '../payments/payments.rules.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import { takeFrom } from './refunds.rules.ts'
import { insertOrder, insertRefund, listRefundableCharges, listStandingOrders } from './refunds.store.ts'

/** Without a key the same amount again within so long is a repeat (docs/rules.md §3.10). */
const REPEAT_MS = 2 * 60_000

export interface RefundWish {
  adminId: number
  bookingId: number
  kind: 'REFUND' | 'VOID'
  /** Null is all that is left. */
  askedCents: number | null
  /** Less is given back when less is left. */
  isAtMost?: boolean
  /** Only of this charge. */
  attemptId?: number
  description: string | null
  key?: string | undefined
  /** The customer's request, or the item of the failures list, that it settles. */
  settles?: { requestId: number } | { failureId: number }
  /** Where we are connected: a charge is refunded where it was made. */
  at: MerchantAccount
}

/** An order to run, or the earlier one that a repeat stands for. */
export interface WrittenOrder {
  orderId: number
  isNew: boolean
}

/**
 * Writes a refund down, in the caller's transaction and under the day's lock, before the provider is called. Answers the
 * order, which for a repeat is the first one's.
 * @throws AppError `payment-in-progress`, `refund-in-progress`, `nothing-to-refund`, `more-than-refundable`, `key-reused`,
 * `realm-mismatch`, `payments-not-connected`
 */
export async function writeRefundOrder(tx: Db, now: Date, wish: RefundWish): Promise<WrittenOrder> {
  const standing = await listStandingOrders(tx, wish.bookingId)
  const earlier = standing.find((order) =>
    wish.key === undefined
      ? order.asked_cents === wish.askedCents &&
        order.kind === wish.kind &&
        now.getTime() - order.created_at.getTime() < REPEAT_MS
      : order.idempotency_key === wish.key,
  )
  if (earlier) {
    if (earlier.asked_cents !== wish.askedCents || earlier.kind !== wish.kind) throw new AppError('key-reused')
    return { orderId: earlier.id, isNew: false }
  }
  if (standing.some((order) => order.finished_at === null)) throw new AppError('refund-in-progress')
  if (await isPaymentOpen(tx, wish.bookingId)) throw new AppError('payment-in-progress')
  const all = await listRefundableCharges(tx, wish.bookingId)
  const charges = all.filter(({ attemptId }) => wish.attemptId === undefined || attemptId === wish.attemptId)
  const rest = charges.reduce((sum, { restCents }) => sum + restCents, 0)
  if (rest === 0) throw new AppError('nothing-to-refund')
  if (!wish.isAtMost && (wish.askedCents ?? 0) > rest) throw new AppError('more-than-refundable')
  if (!wish.at.realmId) throw new AppError('payments-not-connected')
  const parts = takeFrom(charges, wish.askedCents ?? rest)
  // A charge that nothing is taken from may have been made anywhere.
  const taken = charges.slice(0, parts.length)
  if (taken.some((charge) => isOtherAccount(charge, wish.at))) throw new AppError('realm-mismatch')
  const order = {
    booking_id: wish.bookingId,
    admin_id: wish.adminId,
    kind: wish.kind,
    asked_cents: wish.askedCents,
    description: wish.description,
    idempotency_key: wish.key ?? null,
    request_id: wish.settles && 'requestId' in wish.settles ? wish.settles.requestId : null,
    failure_id: wish.settles && 'failureId' in wish.settles ? wish.settles.failureId : null,
    created_at: now,
  }
  const orderId = await insertOrder(tx, order)
  for (const { attemptId, amountCents } of parts)
    await insertRefund(tx, {
      order_id: orderId,
      attempt_id: attemptId,
      amount_cents: amountCents,
      leased_until: leaseFrom(now),
      next_try_at: now,
    })
  return { orderId, isNew: true }
}
