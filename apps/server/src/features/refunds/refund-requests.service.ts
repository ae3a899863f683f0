import type { Input, Output } from '@arcadia/contract/endpoint'
import type { RefundAnswer, RefundRequest, requestRefund } from '@arcadia/contract/refunds'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { blankValues, recordChange } from '../audit-log/audit-log.writes.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen } from '../bookings/lock-booking.writes.ts'
import { whyNotRefund } from '../people/refund-limit.ts'
import { blankRequests, decideRequest, findRequest, insertRequest, listOpenRequests } from './refund-requests.store.ts'
import type { Refunds } from './refunds.service.ts'
import { listActiveOrders } from './refunds.store.ts'

export const refundRequested = toldChange({
  name: 'refund-requested',
  by: { guest: { who: 'the guest', guest: null, owner: 'refund-requested' } },
  frees: false,
})

/** In the change log, the answer stands at the request. */
export const refundDeclined = toldChange({
  name: 'refund-declined',
  by: { staff: { who: 'the owner or the office', guest: 'refund-declined', owner: null } },
  frees: false,
})

/** Customers' refund requests, one open request per booking; the owner decides (docs/rules.md §3.15). */
export function createRefundRequests(
  deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'> & {
    bookings: Pick<Bookings, 'get'>
    refunds: Pick<Refunds, 'refund'>
  },
) {
  const { db, clock, bookings } = deps

  async function get(id: number) {
    const request = await findRequest(db, id)
    if (!request) throw new AppError('refund-request-not-found')
    return request
  }

  return {
    /** @throws AppError `refund-already-requested`, `nothing-to-refund`, `payment-in-progress` */
    async file(
      user: SignedIn,
      bookingId: number,
      { amount, description }: Input<typeof requestRefund>['body'],
    ): Promise<Output<typeof requestRefund>> {
      const booking = await bookings.get(user, bookingId)
      if (await isPaymentOpen(db, bookingId)) throw new AppError('payment-in-progress')
      const rest = booking.refundableAmount
      if (rest <= 0) throw new AppError('nothing-to-refund')
      await inTransaction(db, clock, async (tx, now) => {
        const requestId = await insertRequest(tx, {
          booking_id: bookingId,
          user_id: user.id,
          amount_cents: amount === undefined ? null : Math.min(amount, rest),
          description,
          created_at: now,
        })
        if (requestId === undefined) throw new AppError('refund-already-requested')
        const maker = { by: 'guest' as const, booking: bookingId }
        const written = { says: 'A refund was requested.', params: { requestId } }
        await followChange(tx, now, deps, refundRequested, maker, written)
      })
      return {
        status: 'REQUESTED',
        message: "Your request has been sent. We'll answer by email within 5 business days.",
      }
    },

    /** Open requests. */
    async list(admin: SignedIn): Promise<RefundRequest[]> {
      const open = await listOpenRequests(db)
      return Promise.all(
        open.map(async (request) => {
          const { bookingId, amount, refundable } = request
          const cents = Math.min(amount ?? refundable, refundable)
          return { ...request, whyNotRefund: await whyNotRefund(db, admin.id, bookingId, cents) }
        }),
      )
    },

    /** Refunds the requested amount or what is left, and closes the request in the same transaction. */
    async approve(user: SignedIn, id: number, stillOwes = false): Promise<RefundAnswer> {
      const { bookingId, amount, confirmationNumber, decidedAt } = await get(id)
      const key = `request:${id}`
      // A retry gets its own refund's answer; a declined request has no refund under this key.
      if (decidedAt && !(await listActiveOrders(db, bookingId)).some((order) => order.idempotency_key === key))
        throw new AppError('refund-request-decided')
      const input = {
        bookingId,
        askedCents: amount,
        isAtMost: true,
        description: `Refund request of ${confirmationNumber}`,
        key,
        settles: { requestId: id },
        stillOwes,
      }
      return deps.refunds.refund(user, input, (tx, now) => decide(tx, now, user, id, 'APPROVED', null))
    },

    /** The customer is emailed the answer. */
    async decline(user: SignedIn, id: number, answer: string): Promise<void> {
      const { bookingId } = await get(id)
      await inTransaction(db, clock, async (tx, now) => {
        await decide(tx, now, user, id, 'DECLINED', answer)
        const maker = { by: 'staff' as const, booking: bookingId }
        const written = { says: 'The refund request was declined.', params: { requestId: id } }
        await followChange(tx, now, deps, refundDeclined, maker, written)
      })
    },
  }
}

/** @throws AppError `refund-request-decided` */
async function decide(
  tx: Db,
  now: Date,
  user: SignedIn,
  id: number,
  decision: 'APPROVED' | 'DECLINED',
  answer: string | null,
): Promise<void> {
  if (!(await decideRequest(tx, now, id, { decision, answer }))) throw new AppError('refund-request-decided')
  const action = decision === 'APPROVED' ? 'refund-request.approved' : 'refund-request.declined'
  await recordChange(tx, user.id, action, id, null, { answer })
}

export async function blankRefundRequests(tx: Db, now: Date, bookingIds: readonly number[]): Promise<void> {
  await blankValues(tx, now, 'refund-request', await blankRequests(tx, bookingIds))
}
