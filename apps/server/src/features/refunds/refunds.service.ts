import { setTimeout as delay } from 'node:timers/promises'
import type { RefundAnswer, RefundOutcome } from '@arcadia/contract/refunds'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { createLeasedWork, within } from '../../jobs/leased-work.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.service.ts'
import { readAttempt } from '../payments/attempts.service.ts'
import { LEASE_MS, leaseFrom, RENEW_EVERY_MS, REVIEW_AFTER_MS, retryDelay } from '../payments/payments.rules.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider } from '../provider/provider.ts'
import { recordOrder } from './record-refund.ts'
import { type RefundWish, type WrittenOrder, writeRefundOrder } from './refund-orders.service.ts'
import type { RefundOutcomes } from './refund-outcomes.service.ts'
import { tellRefund } from './refunds.rules.ts'
import {
  getOrder,
  leaseDueRefunds,
  leaseRefund,
  listRefundableCharges,
  listRefunds,
  noteToldOpen,
  type RefundRow,
  sumRefunded,
  updateOpenRefund,
} from './refunds.store.ts'

const POLL_MS = 200

type Wish = Pick<RefundWish, 'askedCents' | 'attemptId' | 'description' | 'isAtMost' | 'key' | 'settles'>

export interface Refunds {
  /** Gives card money back; answers when it is done or after a while, when it is not known yet. @throws AppError */
  refund(
    user: SignedIn,
    bookingId: number,
    wish: Wish,
    also?: (tx: Db, now: Date) => Promise<void>,
  ): Promise<RefundAnswer>
  /** Undoes everything captured. @throws AppError `already-settled` */
  void(user: SignedIn, bookingId: number): Promise<RefundAnswer>
  /** The account that refunds are made with now. */
  connectedAccount(): Promise<MerchantAccount>
  /** Sends what a new order wrote down, or waits for the one it repeats; tells at the latest after a while. */
  run(order: WrittenOrder): Promise<RefundOutcome>
  /**
   * Ends an open refund by the owner's word: where the provider can be asked, its own record must say the same.
   * @throws AppError `failure-resolved`, `refund-in-progress`, `payments-unavailable`, `charge-differs`
   */
  decide(refundId: number, hasGone: boolean, also: (tx: Db) => Promise<void>): Promise<void>
  /** Takes up refunds whose outcome is not known. */
  sweep: Sweep
  /** Waits for the calls under way, when the process stops. */
  idle(): Promise<void>
}

export function createRefunds(deps: {
  db: Db
  clock: Clock
  connectedAccount(): Promise<MerchantAccount>
  provider: PaymentsProvider
  bookings: Pick<Bookings, 'get'>
  outcomes: RefundOutcomes
  answerWithinMs: number
  log: Logger
}): Refunds {
  const { db, clock, connectedAccount, provider, bookings, outcomes, log } = deps

  /** Whether the provider's own record has the money of this refund given back. */
  async function hasGoneBack(refund: RefundRow, realmId: string, chargeId: string): Promise<boolean | undefined> {
    const found = await provider.findCharge({ realmId, chargeId })
    if (found.kind !== 'found') return undefined
    const known = await sumRefunded(db, refund.attempt_id)
    return found.charge.status === 'cancelled' || found.charge.refundedCents >= known + refund.amount_cents
  }

  /** Asks for the money of one charge. Of a repeat the charge's own refunds are read first (docs/rules.md §3.14). */
  async function ask(
    refund: RefundRow,
    attempt: Awaited<ReturnType<typeof readAttempt>>,
    description: string,
  ): Promise<string | undefined> {
    const { realm_id: realmId, charge_id: chargeId } = attempt
    if (refund.tries > 0) {
      const isBack = await hasGoneBack(refund, realmId, chargeId!)
      if (isBack === undefined) return `Charge ${chargeId} could not be read.`
      if (isBack) return void (await outcomes.settle(refund, 'REFUNDED', {}))
    }
    const { request_id: requestId, amount_cents: amountCents } = refund
    const outcome = await provider.refund({ realmId, requestId, chargeId: chargeId!, amountCents, description })
    if (outcome.kind === 'unknown') return outcome.problem
    if (outcome.kind === 'refunded')
      return void (await outcomes.settle(refund, 'REFUNDED', { refundId: outcome.refundId }))
    // A refusal may mean that it went back already: by the provider's own hand, or by a call we never heard of.
    const isBack = await hasGoneBack(refund, realmId, chargeId!)
    if (isBack === undefined) return outcome.problem
    await outcomes.settle(refund, isBack ? 'REFUNDED' : 'REFUSED', { problem: outcome.problem })
    return undefined
  }

  /** Asks for a refund, and puts it back when nothing is known. */
  async function work(refund: RefundRow): Promise<void> {
    const order = await getOrder(db, refund.order_id)
    const attempt = await readAttempt(db, refund.attempt_id)
    const isOther = isOtherAccount(attempt, await connectedAccount())
    const problem = isOther
      ? 'It was charged with another environment or merchant account.'
      : await ask(refund, attempt, order.description ?? 'Refund')
    if (problem === undefined) return
    log.warn({ refund: refund.id, problem }, 'the outcome of a refund is not known yet')
    const now = clock.now()
    if (isOther || now.getTime() - order.created_at.getTime() >= REVIEW_AFTER_MS)
      await outcomes.requestReview(refund, problem)
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
      renew: (refund, until) => updateOpenRefund(db, refund.id, { leased_until: until }),
    },
    atOnce: 5,
    take: async (lease) => leaseDueRefunds(db, lease, await connectedAccount()),
    work,
  })

  async function run({ orderId, isNew }: WrittenOrder): Promise<RefundOutcome> {
    const deadline = Date.now() + deps.answerWithinMs
    await (isNew ? within(send(orderId), deadline) : waitFor(orderId, deadline))
    await noteToldOpen(db, clock.now(), orderId)
    return tellRefund(await listRefunds(db, orderId))
  }

  async function send(orderId: number): Promise<void> {
    await leased.start((await listRefunds(db, orderId)).filter(({ outcome }) => outcome === null))
  }

  async function waitFor(orderId: number, deadline: number): Promise<void> {
    while ((await getOrder(db, orderId)).finished_at === null && Date.now() < deadline) await delay(POLL_MS)
  }

  async function order(
    user: SignedIn,
    wish: Omit<RefundWish, 'adminId' | 'at'>,
    also?: (tx: Db, now: Date) => Promise<void>,
  ): Promise<RefundAnswer> {
    const at = await connectedAccount()
    const written = await withBookingLocked(
      deps,
      () => bookings.get(user, wish.bookingId),
      async (tx, now, booking) => {
        const order = await writeRefundOrder(tx, now, { ...wish, adminId: user.id, at })
        if (order.isNew) {
          await recordOrder(tx, order.orderId, booking.refundedAmount)
          await also?.(tx, now)
        }
        return order
      },
    )
    return { ...(await run(written)), booking: await bookings.get(user, wish.bookingId) }
  }

  return {
    connectedAccount,
    run,
    refund: (user, bookingId, wish, also) => order(user, { ...wish, bookingId, kind: 'REFUND' }, also),
    async void(user, bookingId) {
      await bookings.get(user, bookingId)
      for (const { chargeId, realm_id: realmId } of await listRefundableCharges(db, bookingId)) {
        const found = await provider.findCharge({ realmId, chargeId })
        if (found.kind !== 'found') throw new AppError('payments-unavailable')
        if (found.charge.status !== 'captured' || found.charge.isSettled || found.charge.refundedCents > 0)
          throw new AppError('already-settled')
      }
      return order(user, { bookingId, kind: 'VOID', askedCents: null, description: 'Void' })
    },
    async decide(refundId, hasGone, also) {
      const now = clock.now()
      const refund = await leaseRefund(db, refundId, now, leaseFrom(now))
      if (!refund) throw new AppError('refund-in-progress')
      const attempt = await readAttempt(db, refund.attempt_id)
      const at = await connectedAccount()
      if (at.realmId && !isOtherAccount(attempt, at)) {
        const isBack = await hasGoneBack(refund, attempt.realm_id, attempt.charge_id!)
        if (isBack === undefined) throw new AppError('payments-unavailable')
        if (isBack !== hasGone) {
          const message = `The provider says that the money ${isBack ? 'went' : 'did not go'} back.`
          throw new AppError('charge-differs', { message })
        }
      }
      const particulars = { problem: "The owner's word.", isOwnersWord: true }
      const isFirst = await outcomes.settle(refund, hasGone ? 'REFUNDED' : 'REFUSED', particulars, also)
      if (!isFirst) throw new AppError('failure-resolved')
    },
    sweep: leased.sweep,
    idle: leased.idle,
  }
}
