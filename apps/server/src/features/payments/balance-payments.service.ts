import { createHash } from 'node:crypto'
import { formatCents } from '@arcadia/contract/money'
import type { BalancePayment, Payment } from '@arcadia/contract/payments'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { violatedUnique } from '../../database/database-errors.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { type Attempts, refusalOf } from './attempts.service.ts'
import { type AttemptRow, findAttempt, findAttemptByKey, refundedOf } from './attempts.store.ts'
import type { Settlement } from './settle.service.ts'

/** The index that allows one open attempt a booking. */
const ONE_IN_FLIGHT = 'payment_attempts_one_open_a_booking'
/** The index that makes a client's key one payment. */
const ONE_A_KEY = 'payment_attempts_key'

export interface BalancePayments {
  /**
   * Pays toward what is owed for an own booking, never more. One payment a booking is in flight; the same key is the
   * same payment. `status` is 201 when paid now, 200 when it was already, 202 while it is being confirmed.
   */
  pay(
    user: SignedIn,
    payment: BalancePayment,
    origin: { network: string; realmId: string | undefined; idempotencyKey: string | undefined },
  ): Promise<{ status: 200 | 201 | 202; payment: Payment }>
  /** @throws AppError `payment-not-found`, for a missing one and another's alike */
  get(user: SignedIn, id: number): Promise<Payment>
}

export function createBalancePayments(deps: {
  db: Db
  clock: Clock
  merchant: Pick<Merchant, 'findRealm'>
  bookings: Pick<Bookings, 'get'>
  attempts: Attempts
  settlement: Pick<Settlement, 'run'>
  answerWithinMs: number
}): BalancePayments {
  const { db, bookings } = deps

  type Origin = Parameters<BalancePayments['pay']>[2]

  /**
   * Everything that is decided before the provider is called, under the lock of the day that the trip is on by then. A payment that was sent
   * under the key before is answered for.
   */
  async function begin(
    user: SignedIn,
    payment: BalancePayment,
    key: string,
    origin: Origin,
  ): Promise<{ attempt: AttemptRow; isNew: boolean }> {
    const connected = await deps.merchant.findRealm()
    const read = () => bookings.get(user, payment.bookingId)
    return withBookingLocked(deps, read, async (tx, now) => {
      const earlier = await findAttemptByKey(tx, user.id, key)
      if (earlier) {
        if (earlier.booking_id !== payment.bookingId || earlier.amount_cents !== payment.amount)
          throw new AppError('key-reused')
        return { attempt: earlier, isNew: false }
      }
      const booking = await tx
        .selectFrom('bookings')
        .selectAll()
        .select(sql<number>`paid_toward(id)`.as('paid_cents'))
        .where('id', '=', payment.bookingId)
        .executeTakeFirstOrThrow()
      if (booking.status !== 'CONFIRMED' && booking.status !== 'COMPLETED') throw new AppError('nothing-owed')
      const owed = Math.max(0, booking.total_cents - booking.paid_cents)
      if (owed === 0) throw new AppError('nothing-owed')
      if (payment.amount > owed) {
        const message = `No more than ${formatCents(owed)} is owed.`
        throw new AppError('more-than-owed', { message, details: [{ path: 'amount', message }] })
      }
      const attempt = await deps.attempts.begin(tx, now, {
        userId: user.id,
        purpose: { kind: 'BALANCE', bookingId: booking.id },
        amountCents: payment.amount,
        bookingData: {
          selectedDate: booking.trip_date,
          numberOfGuests: booking.number_of_guests,
          packageType: booking.package_type,
          firstName: booking.first_name,
          lastName: booking.last_name,
          email: booking.email,
          phone: booking.phone,
        },
        cardToken: payment.paymentToken,
        realm: { connected, named: [origin.realmId] },
        network: origin.network,
        hasBotToken: true,
        idempotencyKey: key,
      })
      return { attempt, isNew: true }
    })
  }

  async function answer(attempt: AttemptRow, status: 200 | 201): ReturnType<BalancePayments['pay']> {
    if (attempt.outcome === null) return { status: 202, payment: toPayment(attempt, 0) }
    if (attempt.outcome === 'CAPTURED') return { status, payment: toPayment(attempt, await refundedOf(db, attempt.id)) }
    throw refusalOf(attempt)
  }

  return {
    async pay(user, payment, origin) {
      const deadline = Date.now() + deps.answerWithinMs
      const key = origin.idempotencyKey ?? tokenKey(payment.paymentToken)
      const { attempt, isNew } = await begin(user, payment, key, origin).catch((error: unknown) => {
        const violated = violatedUnique(error)
        if (violated === ONE_IN_FLIGHT) throw new AppError('payment-in-progress', { cause: error })
        // At once for two bookings, whose days have two locks.
        if (violated === ONE_A_KEY) throw new AppError('key-reused', { cause: error })
        throw error
      })
      if (isNew) await deps.settlement.run(attempt, { isMobile: false, deadline })
      return answer(await deps.attempts.waitFor(attempt.id, deadline), attempt.outcome === null ? 201 : 200)
    },

    async get(user, id) {
      const attempt = await findAttempt(db, id)
      if (!attempt || attempt.booking_id === null || (user.role !== 'ADMIN' && attempt.user_id !== user.id))
        throw new AppError('payment-not-found')
      return toPayment(attempt, await refundedOf(db, attempt.id))
    },
  }
}

/** The token itself is never stored in clear, not even as a key. */
function tokenKey(paymentToken: string): string {
  return `token:${createHash('sha256').update(paymentToken).digest('base64url')}`
}

const statusOf = { CAPTURED: 'CAPTURED', DECLINED: 'DECLINED', NOT_CHARGED: 'FAILED', VOIDED: 'FAILED' } as const

function toPayment(attempt: AttemptRow, refundedAmount: number): Payment {
  return {
    id: attempt.id,
    bookingId: attempt.booking_id!,
    amount: attempt.amount_cents,
    currency: 'USD',
    status: attempt.outcome === null ? 'PROCESSING' : statusOf[attempt.outcome],
    createdAt: attempt.started_at,
    refundedAmount,
    ...(attempt.card_brand && { cardBrand: attempt.card_brand }),
    ...(attempt.last4 && { last4: attempt.last4 }),
  }
}
