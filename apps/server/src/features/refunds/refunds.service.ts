import { setTimeout as delay } from 'node:timers/promises'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { errors, type RefundAnswer, type RefundOutcome } from '@arcadia/contract/refunds'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseOther } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { createLeasedWork, within } from '../../jobs/leased-work.ts'
import { demandMayRefund } from '../accounts/refund-limit.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.service.ts'
import type { GiftVouchers } from '../gift-vouchers/gift-vouchers.service.ts'
import type { Renewal } from '../gift-vouchers/voucher-refunds.service.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { LEASE_MS, RENEW_EVERY_MS, REVIEW_AFTER_MS, retryDelay } from '../payments/payments.rules.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider } from '../provider/provider.ts'
import { describeEnded, describeRefund, takeFrom } from './refunds.rules.ts'
import {
  type Charge,
  getCharge,
  getOrder,
  insertOrder,
  insertRefund,
  isOpenRefund,
  leaseDueRefunds,
  leaseRefund,
  listActiveOrders,
  listParts,
  listRefundableCharges,
  type RefundRow,
  sumMoneyBack,
  updateOpenRefund,
} from './refunds.store.ts'
import { type RefundSettlement, recordRefund } from './settle-refund.ts'

const POLL_MS = 200
/** Without a key, the same refund within this window is a repeat (docs/rules.md §3.10). */
const REPEAT_MS = 2 * MINUTE_MS

interface RefundInput {
  adminId: number
  bookingId: number
  kind?: 'REFUND' | 'VOID'
  /** Null means everything left. */
  askedCents: number | null
  /** Refund less if less is left, instead of failing. */
  isAtMost?: boolean
  /** Refund only this charge. */
  attemptId?: number
  description: string | null
  key?: string | undefined
  /** The customer's request or the issue it settles. */
  settles?: { requestId: number } | { issueId: number }
  /** Read before the transaction; a charge can only be refunded with the account that made it. */
  at: MerchantAccount
  /** Promised when the day was called off, so the office's refund limit does not apply. */
  isPromised?: boolean
  /** An owner's choice to renew what could not be used anymore, so that it can take its part back. */
  renewal?: Renewal | undefined
}

/** A new order to run, or the earlier one that this request repeats. */
export interface WrittenOrder {
  orderId: number
  isNew: boolean
}

export type Refunds = ReturnType<typeof createRefunds>

/** Refunds to cards and gift vouchers. Each is written before the provider is called and followed until its outcome is known. */
export function createRefunds(
  deps: Pick<Base, 'db' | 'clock' | 'answerWithinMs' | 'log' | 'ownerEmail'> & {
    connectedAccount(): Promise<MerchantAccount>
    provider: Pick<PaymentsProvider, 'findCharge' | 'refund'>
    bookings: Pick<Bookings, 'get'>
    settlement: RefundSettlement
    vouchers: Pick<GiftVouchers, 'restOf' | 'giveBack'>
  },
) {
  const { db, clock, connectedAccount, provider, bookings, settlement, vouchers, log } = deps

  /** Whether the provider's record shows this refund as made; undefined if it can't be read. */
  async function hasGoneBack(refund: RefundRow, charge: Charge): Promise<boolean | undefined> {
    const found = await provider.findCharge({ realmId: charge.realm_id, chargeId: charge.chargeId })
    if (found.kind !== 'found') return undefined
    const { status, refundedCents } = found.charge
    return status === 'cancelled' || refundedCents >= charge.refundedCents + refund.amount_cents
  }

  /** Refunds one charge. A retry first reads the charge's refunds (docs/rules.md §3.14). Returns the problem if the outcome stays unknown. */
  async function ask(refund: RefundRow, charge: Charge, description: string): Promise<string | undefined> {
    if (refund.tries > 0) {
      const isBack = await hasGoneBack(refund, charge)
      if (isBack === undefined) return `Charge ${charge.chargeId} could not be read.`
      if (isBack) return void (await settlement.settle(refund, 'REFUNDED', {}))
    }
    const { realm_id: realmId, chargeId } = charge
    const { request_id: requestId, amount_cents: amountCents } = refund
    const outcome = await provider.refund({ realmId, requestId, chargeId, amountCents, description })
    if (outcome.kind === 'unknown') return outcome.problem
    if (outcome.kind === 'refunded')
      return void (await settlement.settle(refund, 'REFUNDED', { refundId: outcome.refundId }))
    // A refusal may mean it was already refunded, by the provider or by a call whose answer was lost.
    const isBack = await hasGoneBack(refund, charge)
    if (isBack === undefined) return outcome.problem
    await settlement.settle(refund, isBack ? 'REFUNDED' : 'REFUSED', { problem: outcome.problem })
    return undefined
  }

  /** Runs a refund and reschedules it if the outcome is unknown. */
  async function work(refund: RefundRow): Promise<void> {
    const order = await getOrder(db, refund.order_id)
    const charge = await getCharge(db, refund.attempt_id)
    const isOther = isOtherAccount(charge, await connectedAccount())
    const problem = isOther
      ? 'It was charged through another environment or merchant account.'
      : await ask(refund, charge, order.description ?? 'Refund')
    if (problem === undefined) return
    log.warn({ refund: refund.id, problem }, 'refund outcome unknown')
    const now = clock.now()
    if (isOther || now.getTime() - order.created_at.getTime() >= REVIEW_AFTER_MS)
      await settlement.requestReview(refund, problem)
    const nextTry = refund.tries === 0 ? now : new Date(now.getTime() + retryDelay(refund.tries))
    await updateOpenRefund(db, refund.id, { last_problem: problem, leased_until: now, next_try_at: nextTry })
  }

  const leased = createLeasedWork<RefundRow>({
    name: 'refunds',
    clock,
    log,
    leaseMs: LEASE_MS,
    renewal: {
      everyMs: RENEW_EVERY_MS,
      renew: async (refund, until) => void (await updateOpenRefund(db, refund.id, { leased_until: until })),
    },
    atOnce: 5,
    take: async (lease) => leaseDueRefunds(db, lease, await connectedAccount()),
    work,
  })

  /** Refund order: gift vouchers, then the newest charge. */
  async function listSources(tx: Db, now: Date, { bookingId, attemptId, renewal }: RefundInput) {
    const charges = await listRefundableCharges(tx, bookingId)
    if (attemptId !== undefined) return charges.filter(({ id }) => id === attemptId)
    const { usable, ended } = await vouchers.restOf(tx, now, bookingId)
    return [{ id: null, restCents: renewal ? usable + ended : usable }, ...charges]
  }

  /** What was paid by vouchers that have ended: no refund gives it back unless an owner renews them. */
  const endedOf = async (on: Db, bookingId: number): Promise<Cents> =>
    (await vouchers.restOf(on, clock.now(), bookingId)).ended

  /**
   * Writes a refund in the caller's transaction, under the day's lock, before the provider is called. Returns the order, or
   * the earlier one for a repeat; undefined if nothing is left to refund.
   * @throws AppError `payment-in-progress`, `refund-in-progress`, `more-than-refundable`, `key-reused`, `realm-mismatch`,
   * `payments-not-connected`, `refund-above-limit`
   */
  async function order(tx: Db, now: Date, input: RefundInput): Promise<WrittenOrder | undefined> {
    const { bookingId, kind = 'REFUND', askedCents, key, settles, at } = input
    const renews = input.renewal !== undefined
    const active = await listActiveOrders(tx, bookingId)
    const earlier = active.find((other) =>
      key === undefined
        ? other.asked_cents === askedCents &&
          other.kind === kind &&
          other.renews === renews &&
          now.getTime() - other.created_at.getTime() < REPEAT_MS
        : other.idempotency_key === key,
    )
    if (earlier) {
      refuseOther(earlier, { asked_cents: askedCents, kind, renews })
      return { orderId: earlier.id, isNew: false }
    }
    if (active.some((other) => other.finished_at === null)) throw new AppError('refund-in-progress')
    if (await isPaymentOpen(tx, bookingId)) throw new AppError('payment-in-progress')
    const sources = await listSources(tx, now, input)
    const rest = sources.reduce((sum, { restCents }) => sum + restCents, 0)
    if (input.isPromised && (await endedOf(tx, bookingId)) > 0)
      await tellOwner(tx, now, deps.ownerEmail, { kind: 'voucher-not-refunded', params: { bookingId } })
    if (rest === 0) return undefined
    if (!input.isAtMost && (askedCents ?? 0) > rest) {
      const ended = input.renewal ? 0 : await endedOf(tx, bookingId)
      const message = [errors['more-than-refundable'].message, ended > 0 && describeEnded(ended)]
      throw new AppError('more-than-refundable', { message: message.filter(Boolean).join(' ') })
    }
    const cents = Math.min(askedCents ?? rest, rest)
    const isBack = await sumMoneyBack(tx, bookingId)
    if (!input.isPromised) await demandMayRefund(tx, input.adminId, bookingId, cents)
    const before = { refunded: formatCents(isBack) }
    const written = await insertOrder(tx, {
      booking_id: bookingId,
      admin_id: input.adminId,
      kind,
      asked_cents: askedCents,
      description: input.description,
      idempotency_key: key ?? null,
      renews,
      request_id: settles && 'requestId' in settles ? settles.requestId : null,
      failure_id: settles && 'issueId' in settles ? settles.issueId : null,
      created_at: now,
    })
    const amount = formatCents(cents)
    await recordRefund(tx, written, '-ordered', before, { amount, description: input.description })
    for (const { cents, ...source } of takeFrom(sources, askedCents ?? rest)) {
      const part = { order_id: written.id, amount_cents: cents }
      if (source.id === null) {
        await vouchers.giveBack(tx, now, bookingId, cents, input.renewal)
        await insertRefund(tx, now, { ...part, attempt_id: null, outcome: 'REFUNDED', outcome_at: now })
        continue
      }
      if (!at.realmId) throw new AppError('payments-not-connected', input.isPromised ? {} : { message: NOT_CONNECTED })
      if (isOtherAccount(source, at)) throw new AppError('realm-mismatch')
      await insertRefund(tx, now, { ...part, attempt_id: source.id })
    }
    await settlement.finishWhenKnown(tx, now, written)
    return { orderId: written.id, isNew: true }
  }

  /** Sends a new order's refunds, or waits for the order it repeats, at most `answerWithinMs`. */
  async function run({ orderId, isNew }: WrittenOrder): Promise<RefundOutcome> {
    const deadline = Date.now() + deps.answerWithinMs
    if (isNew) await within(leased.start((await listParts(db, orderId)).filter(isOpenRefund)), deadline)
    else while ((await getOrder(db, orderId)).finished_at === null && Date.now() < deadline) await delay(POLL_MS)
    const { booking_id, asked_cents } = await getOrder(db, orderId)
    const ended = asked_cents === null ? await endedOf(db, booking_id) : 0
    return describeRefund(await listParts(db, orderId), ended)
  }

  /** Resolves when done, or after `answerWithinMs` with the outcome unknown. @throws AppError `nothing-to-refund`, those of `order` */
  async function refund(
    user: SignedIn,
    input: Omit<RefundInput, 'adminId' | 'at'>,
    inSameTransaction?: (tx: Db, now: Date) => Promise<void>,
  ): Promise<RefundAnswer> {
    if (input.renewal) refuseRenewal(user, input.renewal, clock.now())
    const read = () => bookings.get(user, input.bookingId)
    const at = await connectedAccount()
    const written = await withBookingLocked(deps, read, async (tx, now) => {
      const ordered = await order(tx, now, { ...input, adminId: user.id, at })
      if (!ordered) throw new AppError((await endedOf(tx, input.bookingId)) > 0 ? 'voucher-ended' : 'nothing-to-refund')
      if (ordered.isNew) await inSameTransaction?.(tx, now)
      return ordered
    })
    return { ...(await run(written)), booking: await read() }
  }

  return {
    connectedAccount,
    findUnderWay: async (tx: Db, bookingId: number) =>
      (await listActiveOrders(tx, bookingId)).find(({ finished_at }) => finished_at === null),
    order,
    run,
    refund,
    endedOf,

    /** An order's total, the part that goes to cards, and its outcome. */
    async read(orderId: number) {
      const parts = await listParts(db, orderId)
      const { outcome } = await getOrder(db, orderId)
      const sum = (of: typeof parts) => of.reduce((cents, { amount_cents }) => cents + amount_cents, 0)
      const toCards = parts.filter(({ attempt_id }) => attempt_id !== null)
      return { amount: sum(parts), toCards: sum(toCards), status: outcome }
    },

    /** Voids everything captured. @throws AppError `already-settled` */
    async void(user: SignedIn, bookingId: number): Promise<RefundAnswer> {
      await bookings.get(user, bookingId)
      for (const { chargeId, realm_id: realmId } of await listRefundableCharges(db, bookingId)) {
        const found = await provider.findCharge({ realmId, chargeId })
        if (found.kind !== 'found') throw new AppError('payments-unavailable')
        if (found.charge.status !== 'captured' || found.charge.isSettled || found.charge.refundedCents > 0)
          throw new AppError('already-settled')
      }
      return refund(user, { bookingId, kind: 'VOID', askedCents: null, description: 'Void' })
    },

    /**
     * Settles an open refund by the owner's verdict. If the account is connected, the provider's record must agree.
     * @throws AppError `failure-resolved`, `refund-in-progress`, `payments-unavailable`, `charge-differs`
     */
    async decide(refundId: number, hasGone: boolean, inSameTransaction: (tx: Db) => Promise<void>): Promise<void> {
      const refund = await leaseRefund(db, refundId, clock.now())
      if (!refund) throw new AppError('refund-in-progress')
      const charge = await getCharge(db, refund.attempt_id)
      const at = await connectedAccount()
      if (at.realmId && !isOtherAccount(charge, at)) {
        const isBack = await hasGoneBack(refund, charge)
        if (isBack === undefined) throw new AppError('payments-unavailable')
        if (isBack !== hasGone) {
          const message = `The provider says the money ${isBack ? 'was' : "wasn't"} refunded.`
          throw new AppError('charge-differs', { message })
        }
      }
      const known = { problem: 'Settled by the owner.', isOwnersWord: true }
      const isFirst = await settlement.settle(refund, hasGone ? 'REFUNDED' : 'REFUSED', known, inSameTransaction)
      if (!isFirst) throw new AppError('failure-resolved')
    },

    sweep: leased.sweep,
    /** Waits for calls in progress, at shutdown. */
    idle: leased.idle,
  }
}

/** For the staff: the customer's sentence would not say what to do. */
const NOT_CONNECTED =
  "QuickBooks isn't connected, so nothing can be refunded to a card. Connect it in Merchant Setup, or cancel now and refund later."

/** @throws AppError `forbidden` to anyone but an owner, who alone makes vouchers by hand (docs/rules.md §22.4), `invalid-input` */
function refuseRenewal({ position }: SignedIn, { lastDay }: Renewal, now: Date): void {
  if (position !== 'OWNER') throw new AppError('forbidden', { message: 'Only an owner can renew a gift voucher.' })
  if (lastDay !== null && lastDay < venueDate(now))
    throw new AppError('invalid-input', { message: 'The last day must be today or later.', path: 'lastDay' })
}
