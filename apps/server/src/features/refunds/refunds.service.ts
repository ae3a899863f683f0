import { setTimeout as delay } from 'node:timers/promises'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { listVoidableCharges, RefundAnswer, RefundOutcome, voidBooking } from '@arcadia/contract/refunds'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { within } from '../../jobs/leased-work.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.writes.ts'
import type { Renewal } from '../gift-vouchers/voucher-refunds.service.ts'
import { whyNotRefund } from '../people/refund-limit.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider } from '../provider/provider.ts'
import { createOrders, type RefundInput, type WrittenOrder } from './order-refund.service.ts'
import { describeRefund } from './refunds.rules.ts'
import {
  type Charge,
  findNewestOrder,
  getCharge,
  getOrder,
  isOpenRefund,
  leaseRefund,
  listActiveOrders,
  listCapturedCharges,
  listParts,
  listRefundableCharges,
} from './refunds.store.ts'
import { createSending } from './send-refunds.service.ts'
import { createRefundSettlement } from './settle-refund.service.ts'

const POLL_MS = 200

type Viewer = Parameters<Bookings['get']>[0]

export type Refunds = ReturnType<typeof createRefunds>

/** Refunds to cards and gift vouchers. Each is written before the provider is called and followed until its outcome is known. */
export function createRefunds(
  deps: Pick<Base, 'db' | 'answerWithinMs'> &
    Parameters<typeof createOrders>[0] &
    Omit<Parameters<typeof createSending>[0], 'settlement'> & { bookings: Pick<Bookings, 'get'> },
) {
  const { db, clock, connectedAccount, bookings } = deps
  const settlement = createRefundSettlement(deps)
  const sending = createSending({ ...deps, settlement })
  const { order, endedOf } = createOrders(deps)
  const endedNow = (on: Db, bookingId: number) => endedOf(on, clock.now(), bookingId)

  /** Sends a new order's refunds, or waits for the order it repeats, at most `answerWithinMs`. */
  async function run({ orderId, isNew }: WrittenOrder): Promise<RefundOutcome> {
    const deadline = Date.now() + deps.answerWithinMs
    if (isNew) await within(sending.start((await listParts(db, orderId)).filter(isOpenRefund)), deadline)
    else while ((await getOrder(db, orderId)).finished_at === null && Date.now() < deadline) await delay(POLL_MS)
    const { booking_id, asked_cents, kind } = await getOrder(db, orderId)
    const ended = asked_cents === null && booking_id !== null ? await endedNow(db, booking_id) : 0
    return describeRefund(await listParts(db, orderId), ended, kind)
  }

  /** Resolves when done, or after `answerWithinMs` with the outcome unknown. @throws AppError `nothing-to-refund`, those of `order` */
  async function refund(
    user: Viewer,
    input: Omit<RefundInput, 'adminId' | 'at'>,
    inSameTransaction?: (tx: Db, now: Date) => Promise<void>,
  ): Promise<RefundAnswer> {
    if (input.renewal) refuseRenewal(user, input.renewal, clock.now())
    const read = () => bookings.get(user, input.bookingId)
    const at = await connectedAccount()
    const written = await withBookingLocked(deps, read, async (tx, now) => {
      const ordered = await order(tx, now, { ...input, adminId: user.id, at })
      if (!ordered)
        throw new AppError((await endedOf(tx, now, input.bookingId)) > 0 ? 'voucher-ended' : 'nothing-to-refund')
      if (ordered.isNew) await inSameTransaction?.(tx, now)
      return ordered
    })
    return { ...(await run(written)), booking: await read() }
  }

  return {
    connectedAccount,
    /** Of a booking; what follows it is another refund, whatever went back and forth before. */
    findNewest: findNewestOrder,
    order,
    run,
    refund,
    endedOf: endedNow,

    /** What to say if nothing could go back; undefined unless that is because of a voucher that has ended. */
    async describeNothing(bookingId: number): Promise<RefundOutcome | undefined> {
      const ended = await endedNow(db, bookingId)
      return ended > 0 ? describeRefund([], ended) : undefined
    },

    /** An order's total, the part that goes to cards, and its outcome. */
    async read(orderId: number) {
      const parts = await listParts(db, orderId)
      const { outcome } = await getOrder(db, orderId)
      const sum = (of: typeof parts) => of.reduce((cents, { amount_cents }) => cents + amount_cents, 0)
      const toCards = parts.filter(({ attempt_id }) => attempt_id !== null)
      return { amount: sum(parts), toCards: sum(toCards), status: outcome }
    },

    /** A booking's charges with something left, newest first, and why one can't be canceled anymore. */
    async listVoidable(user: Viewer, bookingId: number): Promise<Output<typeof listVoidableCharges>> {
      await bookings.get(user, bookingId)
      const charges = await listRefundableCharges(db, bookingId)
      const whyNot = async (charge: Charge) =>
        (await refuseVoid(deps, charge))?.message ?? whyNotRefund(db, user.id, bookingId, charge.cents)
      return Promise.all(charges.map(async (charge) => ({ id: charge.id, whyNot: await whyNot(charge) })))
    },

    /** Voids one charge whole, by default the newest. @throws AppError `already-settled`, `payments-unavailable` */
    async void(user: Viewer, bookingId: number, { chargeId, stillOwes }: VoidAsked): Promise<RefundAnswer> {
      await bookings.get(user, bookingId)
      const charges = await listCapturedCharges(db, bookingId)
      const charge = chargeId === undefined ? charges[0] : charges.find(({ id }) => id === chargeId)
      if (!charge) throw new AppError('nothing-to-refund')
      // One order a charge, however often it is asked for: the provider may have canceled it for the first one already.
      const one = { attemptId: charge.id, key: `void-${charge.id}` }
      const refusal = charge.restCents > 0 && (await refuseVoid(deps, charge))
      if (refusal && !(await listActiveOrders(db, bookingId)).some((order) => order.idempotency_key === one.key))
        throw refusal
      return refund(user, { bookingId, kind: 'VOID', askedCents: null, description: null, stillOwes, ...one })
    },

    decide: (...verdict: Verdict): Promise<void> => decide({ ...deps, settlement, sending }, ...verdict),

    sweep: sending.sweep,
    /** Waits for calls in progress, at shutdown. */
    idle: sending.idle,
  }
}

type VoidAsked = Input<typeof voidBooking>['query']

/** Why a charge can't be canceled, by the provider's own record: it settles between any two calls. */
async function refuseVoid(
  {
    provider,
    connectedAccount,
  }: { provider: Pick<PaymentsProvider, 'findCharge'>; connectedAccount(): Promise<MerchantAccount> },
  charge: Charge,
): Promise<AppError | undefined> {
  if (isOtherAccount(charge, await connectedAccount())) return new AppError('realm-mismatch')
  const { chargeId, realm_id: realmId } = charge
  const found = await provider.findCharge({ realmId, chargeId })
  if (found.kind !== 'found') return new AppError('payments-unavailable')
  const { status, isSettled, refundedCents } = found.charge
  if (isSettled) return new AppError('already-settled')
  if (refundedCents > 0)
    return new AppError('already-settled', {
      message: 'Part of this charge was already refunded. Refund the rest instead.',
    })
  if (status !== 'captured') return new AppError('already-settled', { message: 'This charge was already canceled.' })
  return undefined
}

type Verdict = [refundId: number, hasGone: boolean, inSameTransaction: (tx: Db) => Promise<void>]

/**
 * Settles an open refund by the owner's verdict. If the account is connected, the provider's record must agree.
 * @throws AppError `failure-resolved`, `refund-in-progress`, `payments-unavailable`, `charge-differs`
 */
async function decide(
  {
    db,
    clock,
    connectedAccount,
    settlement,
    sending,
  }: Parameters<typeof createSending>[0] & {
    sending: Pick<ReturnType<typeof createSending>, 'hasGoneBack'>
  },
  ...[refundId, hasGone, inSameTransaction]: Verdict
): Promise<void> {
  const refund = await leaseRefund(db, refundId, clock.now())
  if (!refund) throw new AppError('refund-in-progress')
  const charge = await getCharge(db, refund.attempt_id)
  const at = await connectedAccount()
  if (at.realmId && !isOtherAccount(charge, at)) {
    const isBack = await sending.hasGoneBack(refund, charge)
    if (isBack === undefined) throw new AppError('payments-unavailable')
    if (isBack !== hasGone) {
      const message = `The provider says the money ${isBack ? 'was' : "wasn't"} refunded.`
      throw new AppError('charge-differs', { message })
    }
  }
  const known = { problem: 'Settled by the owner.', isOwnersWord: true }
  const isFirst = await settlement.settle(refund, hasGone ? 'REFUNDED' : 'REFUSED', known, inSameTransaction)
  if (!isFirst) throw new AppError('failure-resolved')
}

/** @throws AppError `forbidden` to anyone but an owner, who alone makes vouchers by hand (docs/rules.md §22.4), `invalid-input` */
function refuseRenewal({ position }: Viewer, { lastDay }: Renewal, now: Date): void {
  if (position !== 'OWNER') throw new AppError('forbidden', { message: 'Only an owner can renew a gift voucher.' })
  if (lastDay !== null && lastDay < venueDate(now))
    throw new AppError('invalid-input', { message: 'The last day must be today or later.', path: 'lastDay' })
}
