import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BookingData, BookingStatus } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail, enqueueMailToOwner } from '../../mail/outbox.ts'
import { bookHold, cancelBooking, recordBookingEvent, setBookingStatus } from '../bookings/book-hold.service.ts'
import type { ChargeOutcome } from '../provider/provider.ts'
import {
  type AttemptRow,
  countDeclines,
  getAttempt,
  holdsRealm,
  insertAttempt,
  listAttemptDays,
  updateAttempt,
  writeOutcome,
} from './attempts.store.ts'
import { closeReviews, reportCharge } from './payment-issues.ts'
import { BUDGET_WINDOW_MS, isBudgetSpent, LABELS, leaseFrom } from './payments.rules.ts'

const POLL_MS = 200

/** An outcome that ends an attempt. `unknown` is none. */
export type FinalOutcome =
  | Exclude<ChargeOutcome, { kind: 'unknown' }>
  /** The provider undid the charge, or never made it, at our request. */
  | { kind: 'voided' }

/** What is asked of the provider, before it is written down. */
export interface NewAttempt {
  userId: number
  /** The hold whose deposit it is, or the booking whose balance. */
  purpose: { kind: 'DEPOSIT'; holdId: string } | { kind: 'BALANCE'; bookingId: number }
  amountCents: number
  bookingData: BookingData
  cardToken: string
  /** The connected realm, and those the client named: a wrong one is refused, none selects anything. */
  realm: { connected: string | undefined; named: (string | null | undefined)[] }
  network: string
  hasBotToken: boolean
  idempotencyKey?: string
}

export interface Attempts {
  /**
   * Writes down an attempt in the caller's transaction, before the provider is called.
   * @throws AppError `payments-not-connected`, `realm-mismatch`, `too-many-declines`
   */
  begin(tx: Db, now: Date, attempt: NewAttempt): Promise<AttemptRow>
  /** The attempt once it has an outcome, or as it is when `isTold` says so or the deadline (of `Date.now()`) is reached. */
  waitFor(attemptId: number, deadline: number, isTold?: (attempt: AttemptRow) => boolean): Promise<AttemptRow>
  /**
   * Writes an outcome and all that follows from it in one transaction: the booking, its history, the mail, the failures
   * list. The first outcome stays; writing a second one changes nothing.
   */
  settle(attemptId: number, outcome: FinalOutcome, also?: (tx: Db) => Promise<void>): Promise<void>
  /** Turns the hold of an unsettled attempt into a PENDING booking, so that the customer can follow it. */
  makePending(attemptId: number): Promise<void>
  /** Puts an attempt that stayed unknown on the owner's list; the booking stays PENDING with its spots. */
  requestReview(attemptId: number, problem: string): Promise<void>
}

export function createAttempts(deps: {
  db: Db
  clock: Clock
  encryption: Encryption
  environment: string
  ownerEmail: string | undefined
}): Attempts {
  const { db, clock } = deps

  /** Runs `work` on the attempt as it is under the locks of its days, unless it is settled by then. */
  async function withUnsettled(
    attemptId: number,
    work: (tx: Db, now: Date, attempt: AttemptRow) => Promise<void>,
  ): Promise<void> {
    await inTransaction(db, clock, async (tx) => {
      const now = await lockDays(tx, clock, await listAttemptDays(tx, attemptId))
      const attempt = await getAttempt(tx, attemptId)
      if (attempt.outcome === null) await work(tx, now, attempt)
    })
  }

  return {
    async begin(tx, now, attempt) {
      const { userId, network, hasBotToken, purpose } = attempt
      const realmId = realmToCharge(attempt.realm)
      const holdId = purpose.kind === 'DEPOSIT' ? purpose.holdId : null
      const requestId = randomUUID()
      const since = new Date(now.getTime() - BUDGET_WINDOW_MS)
      const declines = await countDeclines(tx, { holdId, userId, network, since })
      if (isBudgetSpent(declines, hasBotToken))
        throw new AppError('too-many-declines', { retryAfterSeconds: BUDGET_WINDOW_MS / 1000 })
      if (!(await holdsRealm(tx, deps.environment, realmId))) throw new AppError('payments-not-connected')
      return insertAttempt(tx, {
        user_id: userId,
        kind: purpose.kind,
        hold_id: holdId,
        booking_id: purpose.kind === 'BALANCE' ? purpose.bookingId : null,
        request_id: requestId,
        environment: deps.environment,
        realm_id: realmId,
        amount_cents: attempt.amountCents,
        booking_data: JSON.stringify(attempt.bookingData),
        card_token_encrypted: deps.encryption.encrypt(attempt.cardToken),
        card_token_digest: digestOf(attempt.cardToken),
        network,
        has_bot_token: hasBotToken,
        idempotency_key: attempt.idempotencyKey ?? `attempt:${requestId}`,
        started_at: now,
        leased_until: leaseFrom(now),
        next_try_at: now,
      })
    },

    async waitFor(attemptId, deadline, isTold = () => false) {
      for (;;) {
        const attempt = await getAttempt(db, attemptId)
        if (attempt.outcome !== null || isTold(attempt) || Date.now() >= deadline) return attempt
        await delay(Math.min(POLL_MS, deadline - Date.now()))
      }
    },

    settle: (attemptId, outcome, also) =>
      withUnsettled(attemptId, async (tx, now, attempt) => {
        if (outcome.kind === 'captured') await settleCaptured(tx, now, attempt, outcome, deps.ownerEmail)
        else await settleUnpaid(tx, now, attempt, outcome)
        await also?.(tx)
      }),

    makePending: (attemptId) =>
      withUnsettled(attemptId, async (tx, now, attempt) => {
        // The balance of a booking changes nothing about it while it is unknown.
        if (attempt.booking_id === null) await bookHoldOf(tx, now, attempt, 'PENDING')
      }),

    requestReview: (attemptId, problem) =>
      withUnsettled(attemptId, async (tx, now, attempt) => {
        if (attempt.needs_review_at) return
        await updateAttempt(tx, attempt.id, { needs_review_at: now, last_problem: problem })
        await reportCharge(tx, now, attempt.id, { kind: 'NEEDS_REVIEW', reason: problem })
        await enqueueMailToOwner(tx, now, deps.ownerEmail, {
          kind: 'payment-needs-review',
          params: { attemptId: attempt.id, bookingId: attempt.booking_id },
        })
      }),
  }
}

async function settleCaptured(
  tx: Db,
  now: Date,
  attempt: AttemptRow,
  outcome: Extract<FinalOutcome, { kind: 'captured' }>,
  ownerEmail: string | undefined,
): Promise<void> {
  const { chargeId, cardBrand, last4 } = outcome
  const booking = attempt.booking_id === null ? undefined : await readBooking(tx, attempt.booking_id)
  const isTooLate = booking?.status === 'CANCELLED'
  const outcome_message = isTooLate ? PAID_TOO_LATE : null
  await writeOutcome(tx, now, attempt.id, 'CAPTURED', {
    charge_id: chargeId,
    card_brand: cardBrand,
    last4,
    outcome_message,
  })
  await closeReviews(tx, now, [attempt.id], 'CONFIRMED')
  const paid = `${LABELS[attempt.kind]}: ${formatCents(attempt.amount_cents)} paid by card.`
  if (!booking) {
    const bookingId = await bookHoldOf(tx, now, attempt, 'CONFIRMED')
    await recordBookingEvent(tx, now, bookingId, 'paid', paid)
    return enqueueMail(tx, now, { kind: 'booking-confirmed', to: attempt.booking_data.email, params: { bookingId } })
  }
  await recordBookingEvent(tx, now, booking.id, 'paid', paid)
  if (isTooLate) {
    const reason = 'The payment arrived after the booking had been cancelled.'
    await reportCharge(tx, now, attempt.id, { kind: 'REFUNDABLE', reason })
    await enqueueMailToOwner(tx, now, ownerEmail, {
      kind: 'payment-refundable',
      params: { attemptId: attempt.id, bookingId: booking.id },
    })
    return enqueueMail(tx, now, {
      kind: 'payment-outcome',
      to: booking.email,
      params: { attemptId: attempt.id, bookingId: booking.id },
    })
  }
  if (attempt.kind === 'BALANCE')
    return enqueueMail(tx, now, {
      kind: 'payment-outcome',
      to: booking.email,
      params: { attemptId: attempt.id, bookingId: booking.id },
    })
  if (booking.status === 'PENDING') await setBookingStatus(tx, now, booking.id, 'CONFIRMED', null)
  await enqueueMail(tx, now, { kind: 'booking-confirmed', to: booking.email, params: { bookingId: booking.id } })
}

async function settleUnpaid(
  tx: Db,
  now: Date,
  attempt: AttemptRow,
  outcome: Exclude<FinalOutcome, { kind: 'captured' }>,
): Promise<void> {
  const told = unpaidOutcome(outcome)
  await writeOutcome(tx, now, attempt.id, told.outcome, {
    outcome_code: told.code,
    outcome_message: told.message,
    last_problem: 'problem' in outcome ? outcome.problem : attempt.last_problem,
  })
  await closeReviews(tx, now, [attempt.id], 'NOT_CHARGED')
  if (attempt.booking_id === null) return
  const booking = await readBooking(tx, attempt.booking_id)
  // A refusal that came at once was told on the page; one that was unknown for a while is mailed.
  const wasUnknown = attempt.kind === 'DEPOSIT' || attempt.tries > 0
  if (attempt.kind === 'DEPOSIT' && booking.status === 'PENDING') await cancelBooking(tx, now, booking.id, told.message)
  if (wasUnknown)
    await enqueueMail(tx, now, {
      kind: 'payment-outcome',
      to: booking.email,
      params: { attemptId: attempt.id, bookingId: booking.id },
    })
}

const PAID_TOO_LATE = 'Your payment was received after the booking had been cancelled. We will refund it.'
const NOTHING_CHARGED = 'The payment could not be completed, and your card was not charged.'

function unpaidOutcome(outcome: Exclude<FinalOutcome, { kind: 'captured' }>) {
  switch (outcome.kind) {
    case 'declined':
      return { outcome: 'DECLINED', code: 'card-declined', message: outcome.message } as const
    case 'not-charged':
      return { outcome: 'NOT_CHARGED', code: outcome.code, message: NOTHING_CHARGED } as const
    case 'voided':
      return {
        outcome: 'VOIDED',
        code: 'payment-failed',
        message:
          'The payment could not be confirmed and was undone. Nothing is owed; a pending charge on your card will disappear.',
      } as const
  }
}

async function readBooking(tx: Db, id: number) {
  return tx.selectFrom('bookings').select(['id', 'status', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Consumes the hold and makes the booking, in the caller's transaction; the attempt moves to the booking. */
async function bookHoldOf(tx: Db, now: Date, attempt: AttemptRow, status: BookingStatus): Promise<number> {
  const hold = await tx.selectFrom('holds').selectAll().where('id', '=', attempt.hold_id!).executeTakeFirstOrThrow()
  const bookingId = await bookHold(tx, now, hold, attempt.booking_data, status)
  await updateBookingOfAttempt(tx, attempt.id, bookingId)
  return bookingId
}

async function updateBookingOfAttempt(tx: Db, attemptId: number, bookingId: number): Promise<void> {
  await tx.updateTable('payment_attempts').set({ booking_id: bookingId }).where('id', '=', attemptId).execute()
}

function realmToCharge({ connected, named }: NewAttempt['realm']): string {
  if (!connected) throw new AppError('payments-not-connected')
  if (named.some((other) => other && other !== connected)) throw new AppError('realm-mismatch')
  return connected
}

/** Tells whether the same card token is tried again; it cannot be turned back into the token. */
export function digestOf(cardToken: string): Buffer {
  return createHash('sha256').update(cardToken).digest()
}

/** What the customer typed, in the payments of old bookings. */
export async function blankAttempts(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await sql`update payment_attempts
    set booking_data = booking_data || '{"firstName": "Removed", "lastName": "", "email": "removed@account.invalid", "phone": ""}'::jsonb
    where booking_id = any(${bookingIds})`.execute(tx)
}

/** What a customer is told of an attempt that took no money. */
export function refusalOf({ outcome, outcome_code, outcome_message }: AttemptRow): AppError {
  const message = outcome_message ?? undefined
  if (outcome === 'DECLINED') return new AppError('card-declined', { ...(message && { message }) })
  // An undone payment is no invitation to pay again without knowing it.
  if (outcome === 'VOIDED') return new AppError('payment-failed', { ...(message && { message }) })
  return new AppError(outcome_code === 'payments-unavailable' ? 'payments-unavailable' : 'payment-failed')
}
