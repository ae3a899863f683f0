import type { Booking } from '@arcadia/contract/bookings'
import type { PackageType } from '@arcadia/contract/configuration'
import type { Output } from '@arcadia/contract/endpoint'
import type { CurrentAttempt, getCurrentHold } from '@arcadia/contract/holds'
import { type BookingPayment, type BookingPaymentResult, PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type Db, inDayTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { bookHold } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { HoldRow } from '../holds/current-hold.ts'
import { toCurrentHold } from '../holds/current-hold.ts'
import { quoteOfHold } from '../holds/holds.rules.ts'
import { findOwnHold, lockHold } from '../holds/place-hold.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { type Attempts, digestOf, refusalOf } from './attempts.service.ts'
import { type AttemptRow, findLatestAttempt, getAttempt } from './attempts.store.ts'
import type { BotCheck } from './bot-check.ts'
import { differences } from './payments.rules.ts'
import type { Settlement } from './settle.service.ts'

const HOUR_MS = 3_600_000
const SHOWN_FOR_MS = 24 * HOUR_MS

interface Origin {
  network: string
  address: string
  realmId: string | undefined
}

export interface BookingPayments {
  /**
   * Pays the deposit of a hold. Safe to call again and at once: one attempt a hold is in flight and
   * everyone gets its outcome. `status` is 201 for a booking confirmed now, 200 for one that was already, 202 while the
   * payment is being confirmed.
   */
  pay(
    userId: number,
    payment: BookingPayment,
    origin: Origin,
  ): Promise<{ status: 200 | 201 | 202; result: BookingPaymentResult }>
  /** What a reloaded page shows: the live hold, its payment, and the booking it became. */
  current(userId: number): Promise<Output<typeof getCurrentHold>>
}

type Begun =
  | { kind: 'started'; attempt: AttemptRow }
  | { kind: 'joined'; attemptId: number }
  | { kind: 'booked'; bookingId: number; status: 200 | 201 }

export function createBookingPayments(deps: {
  db: Db
  clock: Clock
  merchant: Pick<Merchant, 'findRealm'>
  bookings: Pick<Bookings, 'read'>
  attempts: Attempts
  settlement: Pick<Settlement, 'run'>
  botCheck: BotCheck
  /** How long a customer waits for an answer before being told that the payment is being confirmed. */
  answerWithinMs: number
}): BookingPayments {
  const { db, clock } = deps

  /** Everything that is decided before the provider is called, written down in one transaction. */
  async function begin(
    userId: number,
    payment: BookingPayment,
    origin: Origin & { hasBotToken: boolean },
  ): Promise<Begun> {
    const { bookingData, paymentData } = payment
    // Asked before: a transaction that waits for a second connection can starve the pool.
    const connected = await deps.merchant.findRealm()
    return inDayTransaction(db, async (tx) => {
      const locked = await lockHold(tx, clock, userId, payment.holdId)
      if (!locked) throw new AppError('hold-not-found')
      const { now, hold } = locked
      const quoted = quoteOfHold(hold, bookingData.packageType, hold.number_of_guests)

      const differing = differences(
        { ...bookingData, amountCents: paymentData.amount },
        { selectedDate: hold.trip_date, numberOfGuests: hold.number_of_guests, amountCents: quoted.deposit },
      )
      const earlier = await earlierPayment(tx, hold, payment)
      if (earlier) return earlier
      if (hold.released_at || hold.expires_at <= now) throw new AppError('hold-expired')
      if (differing.length > 0)
        throw new AppError('payment-differs', {
          message: differing.map((one) => one.message).join(' '),
          details: differing,
        })
      if (quoted.deposit === 0) return bookWithoutDeposit(tx, now, hold, payment)

      if (!paymentData.paymentToken) throw missingToken()
      const attempt = await deps.attempts.begin(tx, now, {
        userId,
        purpose: { kind: 'DEPOSIT', holdId: hold.id },
        amountCents: quoted.deposit,
        bookingData,
        cardToken: paymentData.paymentToken,
        realm: { connected, named: [origin.realmId, paymentData.metadata?.realmId] },
        network: origin.network,
        hasBotToken: origin.hasBotToken,
      })
      return { kind: 'started', attempt }
    })
  }

  async function start(userId: number, payment: BookingPayment, origin: Origin): Promise<Begun> {
    const hasBotToken = await deps.botCheck.verify(payment.recaptcha, origin.address)
    return begin(userId, payment, { ...origin, hasBotToken })
  }

  /** A hold that is booked or being paid already is answered for, if the same thing is asked; the token is ignored. */
  async function earlierPayment(tx: Db, hold: HoldRow, payment: BookingPayment): Promise<Begun | undefined> {
    const attempt = await findLatestAttempt(tx, hold.id)
    const { paymentToken } = payment.paymentData
    const isOpen = attempt?.outcome === null
    // A declined token sent again is the same try, repeated: a lost answer, a second click.
    const isSameTry = paymentToken && attempt?.card_token_digest?.equals(digestOf(paymentToken))
    const isRepeat = attempt?.outcome === 'DECLINED' && isSameTry
    if (hold.booking_id === null && !isOpen && !isRepeat) return undefined
    refuseAnother(attempt, hold, payment, await bookedPackage(tx, hold))
    if (attempt) return { kind: 'joined', attemptId: attempt.id }
    return { kind: 'booked', bookingId: hold.booking_id!, status: 200 }
  }

  async function answerBooked(bookingId: number, status: 200 | 201) {
    const booking = await deps.bookings.read(bookingId)
    return { status, result: { confirmationNumber: booking.confirmationNumber, booking } }
  }

  async function answerFor(attemptId: number, status: 200 | 201, deadline: number) {
    // Told once that it is being confirmed, nobody has to wait for it again.
    let attempt = await deps.attempts.waitFor(attemptId, deadline, ({ booking_id }) => booking_id !== null)
    if (attempt.outcome === null) {
      await deps.attempts.makePending(attemptId)
      attempt = await getAttempt(db, attemptId)
    }
    if (attempt.outcome === null) {
      const booking = await deps.bookings.read(attempt.booking_id!)
      const { confirmationNumber } = booking
      return {
        status: 202 as const,
        result: { status: 'PROCESSING' as const, confirmationNumber, booking, message: PAYMENT_PROCESSING_MESSAGE },
      }
    }
    if (attempt.outcome === 'CAPTURED') return answerBooked(attempt.booking_id!, status)
    throw refusalOf(attempt)
  }

  return {
    async pay(userId, payment, { network, address, realmId }) {
      const deadline = Date.now() + deps.answerWithinMs
      // A repeat gets its answer before anybody is asked: a bot token verifies once.
      const known = await findOwnHold(db, userId, payment.holdId)
      const earlier = known && (await earlierPayment(db, known, payment))
      const begun = earlier ?? (await start(userId, payment, { network, address, realmId }))
      if (begun.kind === 'booked') return answerBooked(begun.bookingId, begun.status)
      if (begun.kind === 'joined') {
        const attempt = await getAttempt(db, begun.attemptId)
        return answerFor(attempt.id, attempt.outcome === null ? 201 : 200, deadline)
      }
      const isMobile = String(payment.paymentData.context?.mobile) === 'true'
      await deps.settlement.run(begun.attempt, { isMobile, deadline })
      return answerFor(begun.attempt.id, 201, deadline)
    },

    async current(userId) {
      const hold = await findCurrentHold(db, userId, clock.now())
      if (!hold) return { hold: null, attempt: null, booking: null }
      const attempt = await findLatestAttempt(db, hold.id)
      const booking = hold.booking_id === null ? null : await deps.bookings.read(hold.booking_id)
      return {
        hold: hold.booking_id === null ? toCurrentHold(hold) : null,
        attempt: attempt ? toCurrentAttempt(attempt, booking) : null,
        booking,
      }
    },
  }

  async function bookWithoutDeposit(tx: Db, now: Date, hold: HoldRow, { bookingData }: BookingPayment): Promise<Begun> {
    const bookingId = await bookHold(tx, now, hold, bookingData, 'CONFIRMED')
    await enqueueMail(tx, now, { kind: 'booking-confirmed', to: bookingData.email, params: { bookingId } })
    return { kind: 'booked', bookingId, status: 201 }
  }
}

/** The package of a booking that needed no payment, which no attempt remembers. */
async function bookedPackage(tx: Db, hold: HoldRow): Promise<PackageType | undefined> {
  if (hold.booking_id === null) return undefined
  const booking = await tx
    .selectFrom('bookings')
    .select('package_type')
    .where('id', '=', hold.booking_id)
    .executeTakeFirst()
  return booking?.package_type
}

/** The same hold with another date, party, package or amount is another intent: it must not get the first one's answer. */
function refuseAnother(
  attempt: AttemptRow | undefined,
  hold: HoldRow,
  { bookingData, paymentData }: BookingPayment,
  booked: PackageType | undefined,
): void {
  const amountCents = attempt?.amount_cents ?? 0
  const differing = differences(
    { ...bookingData, amountCents: paymentData.amount },
    { selectedDate: hold.trip_date, numberOfGuests: hold.number_of_guests, amountCents },
  )
  const packageType = attempt?.booking_data.packageType ?? booked
  if (packageType && packageType !== bookingData.packageType)
    differing.push({
      path: 'bookingData.packageType',
      message: `The package being paid is ${packageType}.`,
    })
  if (differing.length > 0)
    throw new AppError('payment-differs', {
      message: differing.map((one) => one.message).join(' '),
      details: differing,
    })
}

function missingToken(): AppError {
  const message = 'A payment token is required.'
  return new AppError('invalid-input', { message, details: [{ path: 'paymentData.paymentToken', message }] })
}

/**
 * The hold that a reloaded page is about: the live one, one being paid, or the one whose payment ended a short while ago;
 * of several the one the customer did something about last. An offer comes by itself, so it hides none of those.
 */
async function findCurrentHold(db: Db, userId: number, now: Date): Promise<HoldRow | undefined> {
  return db
    .selectFrom('holds as h')
    .selectAll('h')
    .where('h.user_id', '=', userId)
    .where(({ or, and, not, eb, exists, selectFrom }) => {
      const attempts = selectFrom('payment_attempts as a').select('a.id').whereRef('a.hold_id', '=', 'h.id')
      // Booked by phone: no page of the customer's led to it.
      const enteredByOwner = selectFrom('bookings as b')
        .select('b.id')
        .whereRef('b.id', '=', 'h.booking_id')
        .where('b.entered_by', 'is not', null)
      return or([
        and([eb('h.consumed_at', 'is', null), eb('h.released_at', 'is', null), eb('h.expires_at', '>', now)]),
        exists(attempts.where('a.outcome', 'is', null)),
        and([eb('h.consumed_at', '>', new Date(now.getTime() - SHOWN_FOR_MS)), not(exists(enteredByOwner))]),
      ])
    })
    .orderBy(
      sql`greatest(
        h.consumed_at,
        (select max(a.started_at) from payment_attempts a where a.hold_id = h.id),
        case when h.waitlist_entry_id is null then h.created_at end
      )`,
      (order) => order.desc().nullsLast(),
    )
    .limit(1)
    .executeTakeFirst()
}

function toCurrentAttempt(attempt: AttemptRow, booking: Booking | null): CurrentAttempt {
  const facts = {
    amount: attempt.amount_cents,
    packageType: attempt.booking_data.packageType,
    startedAt: attempt.started_at,
  }
  if (attempt.outcome === null) return { ...facts, status: 'PROCESSING', message: PAYMENT_PROCESSING_MESSAGE }
  if (attempt.outcome === 'DECLINED') return { ...facts, status: 'DECLINED', message: attempt.outcome_message! }
  if (attempt.outcome === 'CAPTURED' && booking?.status !== 'CANCELLED')
    return { ...facts, status: 'CONFIRMED', message: 'Your payment was received and your booking is confirmed.' }
  return { ...facts, status: 'FAILED', message: attempt.outcome_message ?? 'This booking was cancelled.' }
}
