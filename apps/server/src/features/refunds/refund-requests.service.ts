import type { Input, Output } from '@arcadia/contract/endpoint'
import type { RefundAnswer, RefundRequest, requestRefund } from '@arcadia/contract/refunds'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail, enqueueMailToOwner } from '../../mail/outbox.ts'
import { blankValues } from '../audit-log/blank-values.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen } from '../bookings/lock-booking.service.ts'
import { decideRequest, findRequest, insertRefundRequest, listOpenRequests } from './refund-requests.store.ts'
import type { Refunds } from './refunds.service.ts'
import { listStandingOrders } from './refunds.store.ts'

export interface RefundRequests {
  /** Files a request that the owner decides. @throws AppError `refund-already-requested`, `nothing-to-refund`, `payment-in-progress` */
  file(
    user: SignedIn,
    bookingId: number,
    wish: Input<typeof requestRefund>['body'],
  ): Promise<Output<typeof requestRefund>>
  list(): Promise<RefundRequest[]>
  /** Refunds what was asked for, or as much as is left; the request is closed in the transaction that writes the refund. */
  approve(user: SignedIn, id: number): Promise<RefundAnswer>
  /** The customer is mailed the answer. */
  decline(user: SignedIn, id: number, answer: string): Promise<void>
}

export function createRefundRequests(deps: {
  db: Db
  clock: Clock
  bookings: Pick<Bookings, 'get'>
  refunds: Pick<Refunds, 'refund'>
  ownerEmail: string | undefined
}): RefundRequests {
  const { db, clock, bookings } = deps
  return {
    async file(user, bookingId, { amount, description }) {
      const booking = await bookings.get(user, bookingId)
      if (await isPaymentOpen(db, bookingId)) throw new AppError('payment-in-progress')
      const rest = booking.paidAmount - booking.cashAmount - booking.refundedAmount
      if (rest <= 0) throw new AppError('nothing-to-refund')
      await inTransaction(db, clock, async (tx, now) => {
        const filed = await insertRefundRequest(tx, {
          booking_id: bookingId,
          user_id: user.id,
          amount_cents: amount === undefined ? null : Math.min(amount, rest),
          description,
          created_at: now,
        })
        if (!filed) throw new AppError('refund-already-requested')
        await recordBookingEvent(tx, now, bookingId, 'refund-requested', 'A refund was requested.')
        await enqueueMailToOwner(tx, now, deps.ownerEmail, {
          kind: 'refund-requested',
          params: { requestId: filed.id, bookingId },
        })
      })
      return {
        status: 'REQUESTED',
        message: 'Your request has been sent. We will answer by email within 5 business days.',
      }
    },

    list: () => listOpenRequests(db),

    async approve(user, id) {
      const request = await findRequest(db, id)
      if (!request) throw new AppError('refund-request-not-found')
      // A repeat gets the answer of the refund it made; a declined one has none under this key.
      if (request.decidedAt && !(await hasOrder(db, request.bookingId, keyOf(id))))
        throw new AppError('refund-request-decided')
      const wish = {
        askedCents: request.amount,
        isAtMost: true,
        description: `Refund request of ${request.confirmationNumber}`,
        key: keyOf(id),
        settles: { requestId: id },
      }
      return deps.refunds.refund(user, request.bookingId, wish, async (tx, now) => {
        if (!(await decideRequest(tx, now, id, { decision: 'APPROVED', answer: null })))
          throw new AppError('refund-request-decided')
        await recordDecision(tx, user.id, id, 'approved', null)
      })
    },

    async decline(user, id, answer) {
      const request = await findRequest(db, id)
      if (!request) throw new AppError('refund-request-not-found')
      await inTransaction(db, clock, async (tx, now) => {
        if (!(await decideRequest(tx, now, id, { decision: 'DECLINED', answer })))
          throw new AppError('refund-request-decided')
        await recordDecision(tx, user.id, id, 'declined', answer)
        await recordBookingEvent(tx, now, request.bookingId, 'refund-declined', 'The refund request was declined.')
        await enqueueMail(tx, now, {
          kind: 'refund-declined',
          to: request.email,
          params: { requestId: id, bookingId: request.bookingId },
        })
      })
    },
  }
}

const keyOf = (requestId: number) => `request:${requestId}`

async function hasOrder(db: Db, bookingId: number, key: string): Promise<boolean> {
  const orders = await listStandingOrders(db, bookingId)
  return orders.some((order) => order.idempotency_key === key)
}

async function recordDecision(
  tx: Db,
  adminId: number,
  id: number,
  decision: 'approved' | 'declined',
  answer: string | null,
): Promise<void> {
  await recordChange(tx, {
    adminId,
    action: `refund-request.${decision}`,
    subject: { kind: 'refund-request', id },
    before: null,
    after: { answer },
  })
}

export async function blankRefundRequests(tx: Db, now: Date, bookingIds: readonly number[]): Promise<void> {
  const blanked = await tx
    .updateTable('refund_requests')
    .set({ description: null, answer: null })
    .where('booking_id', 'in', bookingIds)
    .returning('id')
    .execute()
  await blankValues(tx, now, 'refund-request', blanked)
}
