import { setTimeout as delay } from 'node:timers/promises'
import type { RefundAnswer } from '@arcadia/contract/admin-bookings'
import { formatCents } from '@arcadia/contract/money'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { violatedUnique } from '../../database/database-errors.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { closeFailure, listAsRefundable, readAttempt } from '../payments/payment-failures.service.ts'
import { leaseFrom, retryDelay } from '../payments/payments.rules.ts'
import type { PaymentsProvider } from '../payments/provider.ts'
import { type RefundWish, writeRefundOrder } from './refund-orders.service.ts'
import { tellRefund } from './refunds.rules.ts'
import {
  finishOrder,
  getOrder,
  leaseDueRefunds,
  listRefundableCharges,
  listRefunds,
  lockOrder,
  type RefundRow,
  sumRefunded,
  updateOpenRefund,
  writeRefundOutcome,
} from './refunds.store.ts'

const POLL_MS = 200
const RENEW_EVERY_MS = 10_000

type Wish = Pick<RefundWish, 'askedCents' | 'attemptId' | 'description' | 'isAtMost' | 'key'>

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
  /** Where refunds are made now. */
  place(): Promise<RefundWish['at']>
  /** Sends what an order wrote down; answers at the latest after a while. Never rejects. */
  run(orderId: number): Promise<void>
  answer(user: SignedIn, orderId: number): Promise<RefundAnswer>
  /** Takes up refunds whose outcome is not known. */
  sweep(): Promise<void>
  /** Waits for the calls under way, when the process stops. */
  idle(): Promise<void>
}

export function createRefunds(deps: {
  db: Db
  clock: Clock
  environment: string
  merchant: Pick<Merchant, 'findRealm'>
  provider: PaymentsProvider
  bookings: Pick<Bookings, 'get'>
  answerWithinMs: number
  log: Logger
}): Refunds {
  const { db, clock, provider, bookings, log } = deps
  const underWay = new Set<Promise<void>>()
  const place = async () => ({ environment: deps.environment, realmId: await deps.merchant.findRealm() })

  /** Writes the outcome once, and with the last one of an order everything that follows from it. */
  async function settle(
    refund: RefundRow,
    outcome: 'REFUNDED' | 'REFUSED',
    particulars: { refundId?: string; problem?: string },
  ): Promise<void> {
    await inTransaction(db, clock, async (tx, now) => {
      const order = await lockOrder(tx, refund.order_id)
      const isFirst = await writeRefundOutcome(tx, now, refund.id, {
        outcome,
        provider_refund_id: particulars.refundId ?? null,
        last_problem: particulars.problem ?? null,
      })
      if (!isFirst) return
      if (outcome === 'REFUNDED') await closeIfAllBack(tx, now, refund.attempt_id)
      const refunds = await listRefunds(tx, order.id)
      if (refunds.some((other) => other.outcome === null)) return
      const refused = refunds.filter((other) => other.outcome === 'REFUSED')
      await finishOrder(
        tx,
        now,
        order.id,
        refused.length === 0 ? 'DONE' : refused.length === refunds.length ? 'FAILED' : 'PARTIAL',
      )
      const { message } = tellRefund(refunds)
      await recordBookingEvent(tx, now, order.booking_id, 'refunded', message)
      const booking = await tx
        .selectFrom('bookings')
        .select(['email', 'status'])
        .where('id', '=', order.booking_id)
        .executeTakeFirstOrThrow()
      if (booking.status === 'CANCELLED')
        // The list gives back all that is left of a charge: a refused part of it is no item there.
        for (const { attempt_id, amount_cents } of refused)
          if (amount_cents === (await restOf(tx, attempt_id)))
            await listAsRefundable(tx, now, attempt_id, 'The provider refused the refund.')
      if (refused.length < refunds.length)
        await enqueueMail(tx, now, {
          kind: 'refund-made',
          to: booking.email,
          params: { orderId: order.id, bookingId: order.booking_id },
        })
    })
  }

  /** Whether the provider's own record has the money of this refund given back. */
  async function hasGoneBack(refund: RefundRow, realmId: string, chargeId: string): Promise<boolean | undefined> {
    const found = await provider.findCharge({ realmId, chargeId })
    if (found.kind !== 'found') return undefined
    const known = await sumRefunded(db, refund.attempt_id)
    return found.charge.status === 'cancelled' || found.charge.refundedCents >= known + refund.amount_cents
  }

  /** Asks for the money of one charge. Of a repeat the charge's own refunds are read first (decisions §9). */
  async function send(refund: RefundRow, description: string): Promise<string | undefined> {
    const attempt = await readAttempt(db, refund.attempt_id)
    const { realm_id: realmId, charge_id: chargeId } = attempt
    const at = await place()
    if (attempt.environment !== at.environment || realmId !== at.realmId)
      return 'Another merchant account is connected.'
    if (refund.tries > 0) {
      const isBack = await hasGoneBack(refund, realmId, chargeId!)
      if (isBack === undefined) return `Charge ${chargeId} could not be read.`
      if (isBack) return void (await settle(refund, 'REFUNDED', {}))
    }
    const { request_id: requestId, amount_cents: amountCents } = refund
    const outcome = await provider.refund({ realmId, requestId, chargeId: chargeId!, amountCents, description })
    if (outcome.kind === 'unknown') return outcome.problem
    if (outcome.kind === 'refunded') return void (await settle(refund, 'REFUNDED', { refundId: outcome.refundId }))
    // A refusal may mean that it went back already: by the provider's own hand, or by a call we never heard of.
    const isBack = await hasGoneBack(refund, realmId, chargeId!)
    if (isBack === undefined) return outcome.problem
    await settle(refund, isBack ? 'REFUNDED' : 'REFUSED', { problem: outcome.problem })
    return undefined
  }

  /** Keeps a refund for this process while it is asked for, and puts it back when nothing is known. */
  async function work(refund: RefundRow): Promise<void> {
    const renewing = setInterval(() => {
      updateOpenRefund(db, refund.id, { leased_until: leaseFrom(clock.now()) }).catch((error) =>
        log.warn({ err: error, refund: refund.id }, 'the lease of a refund could not be renewed'),
      )
    }, RENEW_EVERY_MS)
    try {
      const order = await getOrder(db, refund.order_id)
      const problem = await send(refund, order.description ?? 'Refund')
      if (problem === undefined) return
      log.warn({ refund: refund.id, problem }, 'the outcome of a refund is not known yet')
      const now = clock.now()
      const nextTry = refund.tries === 0 ? now : new Date(now.getTime() + retryDelay(refund.tries))
      await updateOpenRefund(db, refund.id, { last_problem: problem, leased_until: now, next_try_at: nextTry })
    } catch (error) {
      log.error({ err: error, refund: refund.id }, 'a refund could not be settled and is tried again')
    } finally {
      clearInterval(renewing)
    }
  }

  function start(task: Promise<void>): Promise<void> {
    const tracked = task.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
    return tracked
  }

  async function run(orderId: number): Promise<void> {
    const sending = start(
      (async () => {
        for (const refund of await listRefunds(db, orderId)) if (refund.outcome === null) await work(refund)
      })().catch((error) => log.error({ err: error, order: orderId }, 'a refund is left to the sweep')),
    )
    await Promise.race([sending, delay(deps.answerWithinMs, undefined, { ref: false })])
  }

  async function answer(user: SignedIn, orderId: number): Promise<RefundAnswer> {
    const { booking_id } = await getOrder(db, orderId)
    return { ...tellRefund(await listRefunds(db, orderId)), booking: await bookings.get(user, booking_id) }
  }

  async function waitFor(orderId: number): Promise<void> {
    const deadline = Date.now() + deps.answerWithinMs
    while ((await getOrder(db, orderId)).finished_at === null && Date.now() < deadline) await delay(POLL_MS)
  }

  async function order(
    user: SignedIn,
    wish: Omit<RefundWish, 'adminId' | 'at'>,
    also?: (tx: Db, now: Date) => Promise<void>,
  ): Promise<RefundAnswer> {
    const at = await place()
    const booking = await bookings.get(user, wish.bookingId)
    const { orderId, isNew } = await inTransaction(db, clock, async (tx) => {
      const now = await lockDays(tx, clock, [booking.selectedDate])
      const written = await writeRefundOrder(tx, now, { ...wish, adminId: user.id, at })
      if (written.isNew) {
        await recordRefund(tx, user.id, written.orderId, booking.refundedAmount)
        await also?.(tx, now)
      }
      return written
    }).catch((error: unknown) => {
      // It moved to another day between two admins' clicks: the index has the last word.
      if (violatedUnique(error)?.startsWith('refund_orders_'))
        throw new AppError('refund-in-progress', { cause: error })
      throw error
    })
    await (isNew ? run(orderId) : waitFor(orderId))
    return answer(user, orderId)
  }

  return {
    place,
    run,
    answer,
    refund: (user, bookingId, wish, also) => order(user, { ...wish, bookingId, kind: 'REFUND' }, also),
    async void(user, bookingId) {
      await bookings.get(user, bookingId)
      for (const { chargeId, realmId } of await listRefundableCharges(db, bookingId)) {
        const found = await provider.findCharge({ realmId, chargeId })
        if (found.kind !== 'found') throw new AppError('payments-unavailable')
        if (found.charge.status !== 'captured' || found.charge.isSettled || found.charge.refundedCents > 0)
          throw new AppError('already-settled')
      }
      return order(user, { bookingId, kind: 'VOID', askedCents: null, description: 'Void' })
    },
    async sweep() {
      const now = clock.now()
      await Promise.all((await leaseDueRefunds(db, now, leaseFrom(now))).map((refund) => start(work(refund))))
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** Writes a refund into the audit log, in the transaction that orders it. */
export async function recordRefund(tx: Db, adminId: number, orderId: number, refundedBefore: number): Promise<void> {
  const order = await getOrder(tx, orderId)
  const cents = (await listRefunds(tx, orderId)).reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  await recordChange(tx, {
    adminId,
    action: order.kind === 'VOID' ? 'booking.voided' : 'booking.refunded',
    subject: { kind: 'booking', id: order.booking_id },
    before: { refunded: formatCents(refundedBefore) },
    after: { amount: formatCents(cents), description: order.description },
  })
}

/** A failure is over when all of its charge went back. */
async function closeIfAllBack(tx: Db, now: Date, attemptId: number): Promise<void> {
  if ((await restOf(tx, attemptId)) === 0) await closeFailure(tx, now, attemptId, 'REFUNDED')
}

/** What of a charge has not gone back. */
async function restOf(tx: Db, attemptId: number): Promise<number> {
  const { amount_cents } = await readAttempt(tx, attemptId)
  return amount_cents - (await sumRefunded(tx, attemptId))
}
