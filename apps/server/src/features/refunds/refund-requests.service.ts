import type { Input, Output } from '@arcadia/contract/endpoint'
import {
  type approveRefundRequest,
  REFUND_ANSWER,
  type RefundAnswer,
  type RefundRequest,
  type requestRefund,
} from '@arcadia/contract/refunds'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { blankValues, recordChange } from '../audit-log/audit-log.writes.ts'
import { applyChange, followChange, type Runner, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { statusOfBooking } from '../bookings/bookings.writes.ts'
import { cancelled } from '../bookings/cancel-booking.service.ts'
import { isPaymentOpen } from '../bookings/lock-booking.writes.ts'
import { whyNotRefund } from '../people/refund-limit.ts'
import {
  blankRequests,
  decideRequest,
  findRequest,
  findRequestOf,
  insertRequest,
  listOpenRequests,
} from './refund-requests.store.ts'
import type { Refunds } from './refunds.service.ts'
import { listActiveOrders } from './refunds.store.ts'

export const refundRequested = toldChange({
  name: 'refund-requested',
  by: { guest: { who: 'the guest', guest: 'refund-asked', owner: 'refund-requested' } },
  frees: false,
})

export const refundWithdrawn = toldChange({
  name: 'refund-withdrawn',
  by: { guest: { who: 'the guest', guest: null, owner: 'refund-withdrawn' } },
  frees: false,
})

/** In the change log, the answer stands at the request. */
export const refundDeclined = toldChange({
  name: 'refund-declined',
  by: { staff: { who: 'the owner or the office', guest: 'refund-declined', owner: null } },
  frees: false,
})

type Deps = Runner &
  Pick<Base, 'db' | 'clock'> & {
    bookings: Pick<Bookings, 'get'>
    refunds: Pick<Refunds, 'refund'>
  }

/** Customers' refund requests, one open request per booking; the owner decides (docs/rules.md §3.15). */
export function createRefundRequests(deps: Deps) {
  const { db, clock, bookings } = deps
  return {
    /** @throws AppError `refund-reason-missing`, `refund-already-requested`, `nothing-to-refund`, `payment-in-progress` */
    async file(
      user: SignedIn,
      bookingId: number,
      { amount, description }: Input<typeof requestRefund>['body'],
    ): Promise<Output<typeof requestRefund>> {
      const booking = await bookings.get(user, bookingId)
      if (!description) throw new AppError('refund-reason-missing', { path: 'description' })
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
        message: `Your request has been sent. ${REFUND_ANSWER}`,
      }
    },

    /** Takes the request of that moment back, and no newer one. @throws AppError `refund-request-not-found`, `refund-request-decided` */
    async withdraw(user: SignedIn, bookingId: number, askedAt: Date): Promise<void> {
      await bookings.get(user, bookingId)
      await inTransaction(db, clock, async (tx, now) => {
        const request = await findRequestOf(tx, bookingId, askedAt)
        if (!request) throw new AppError('refund-request-not-found')
        const isFirst = await decideRequest(tx, now, request.id, { decision: 'WITHDRAWN', answer: null })
        if (!isFirst) {
          if ((await findRequest(tx, request.id))?.decision === 'WITHDRAWN') return
          throw new AppError('refund-request-decided')
        }
        const maker = { by: 'guest' as const, booking: bookingId }
        const written = { says: 'The refund request was withdrawn.', params: { requestId: request.id } }
        await followChange(tx, now, deps, refundWithdrawn, maker, written)
      })
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

    approve: (...asked: Approval): Promise<RefundAnswer> => approve(deps, ...asked),

    /** The customer is emailed the answer. */
    async decline(user: SignedIn, id: number, answer: string): Promise<void> {
      const { bookingId } = await getRequest(db, id)
      await inTransaction(db, clock, async (tx, now) => {
        await decide(tx, now, user, id, 'DECLINED', answer)
        const maker = { by: 'staff' as const, booking: bookingId }
        const written = { says: 'The refund request was declined.', params: { requestId: id } }
        await followChange(tx, now, deps, refundDeclined, maker, written)
      })
    },
  }
}

type Approval = [user: SignedIn, id: number, asked: Input<typeof approveRefundRequest>['query']]

/**
 * Refunds the requested amount or what is left, closes the request and, if asked, cancels the trip, in one transaction.
 * @throws AppError `refund-request-withdrawn`; `refund-request-decided`, also if the trip should be canceled and somebody
 * else has only refunded
 */
async function approve(deps: Deps, ...[user, id, { stillOwes, cancels = false }]: Approval): Promise<RefundAnswer> {
  const { bookingId, amount, decidedAt, stillOwes: owedBefore } = await getRequest(deps.db, id)
  const key = `request:${id}`
  // A retry gets its own refund's answer; a declined request has no refund under this key.
  if (decidedAt && !(await listActiveOrders(deps.db, bookingId)).some((order) => order.idempotency_key === key))
    throw new AppError('refund-request-decided')
  const input = {
    bookingId,
    askedCents: amount,
    isAtMost: true,
    description: 'Asked for by the guest',
    key,
    settles: { requestId: id },
    stillOwes: stillOwes ?? owedBefore,
  }
  const answer = await deps.refunds.refund(user, input, async (tx, now) => {
    await decide(tx, now, user, id, 'APPROVED', null)
    if (!cancels || (await statusOfBooking(tx, bookingId)) === 'CANCELLED') return
    const maker = { booking: bookingId, by: 'staff' as const, adminId: user.id }
    await applyChange(tx, now, deps, cancelled, maker, { givesBack: amount === null })
  })
  if (!cancels) return answer
  if (answer.booking.status !== 'CANCELLED') throw new AppError('refund-request-decided')
  return { ...answer, message: `The trip is canceled. ${answer.message}` }
}

/** @throws AppError `refund-request-not-found`, `refund-request-withdrawn` */
async function getRequest(db: Db, id: number) {
  const request = await findRequest(db, id)
  if (!request) throw new AppError('refund-request-not-found')
  if (request.decision === 'WITHDRAWN') throw new AppError('refund-request-withdrawn')
  return request
}

/** @throws AppError `refund-request-decided`, `refund-request-withdrawn` */
async function decide(
  tx: Db,
  now: Date,
  user: SignedIn,
  id: number,
  decision: 'APPROVED' | 'DECLINED',
  answer: string | null,
): Promise<void> {
  if (!(await decideRequest(tx, now, id, { decision, answer }))) {
    await getRequest(tx, id)
    throw new AppError('refund-request-decided')
  }
  const action = decision === 'APPROVED' ? 'refund-request.approved' : 'refund-request.declined'
  await recordChange(tx, user.id, action, id, null, { answer })
}

export async function blankRefundRequests(tx: Db, now: Date, bookingIds: readonly number[]): Promise<void> {
  await blankValues(tx, now, 'refund-request', await blankRequests(tx, bookingIds))
}
