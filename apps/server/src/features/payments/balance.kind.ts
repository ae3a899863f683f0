import type { BusinessFacts } from '@arcadia/contract/business'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { type BalancePayment, errors, type Payment } from '@arcadia/contract/payments'
import { isPaidByCard, waysToPay } from '@arcadia/contract/site/business-words'
import { type Clock, DAY_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { followChange, NOBODY } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { acceptTerms, getEmailOfBooking, statusOfBooking } from '../bookings/bookings.writes.ts'
import { withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { type Due, demandDue, followMoneyIn, paid, saysPaid } from '../bookings/money-due.service.ts'
import type { Businesses } from '../business/business.service.ts'
import { demandWholeShare, settleShare } from '../shares/shares.writes.ts'
import { findAttempt, findAttemptByKey, listPartsPaid, refundedOf } from './attempts.store.ts'
import type { BotCheck } from './bot-check.ts'
import type { Attempt, Balance, Payer, PaymentKind, Press } from './payment-kind.ts'
import { bookingIdOf, describeTrip, digestOf, LEAST_PART, PARTS_A_DAY } from './payments.rules.ts'

interface BalancePress extends Press {
  user: Payer
  payment: BalancePayment
  key: string
  /** The share that it pays whole. */
  share?: { id: number; email: string | null } | undefined
  /** The terms the payer accepts with this payment. */
  termsVersion?: string | undefined
}

/** Pays toward the balance of the caller's own booking, never more than is due. One payment per booking at a time. */
export function balanceKind(deps: {
  db: Db
  clock: Clock
  bookings: Pick<Bookings, 'get'>
  business: Pick<Businesses, 'get'>
  botCheck: BotCheck
  ownerEmail: string | undefined
}): PaymentKind<Balance, BalancePress, Payment> {
  async function findEarlier(db: Db, { user, key, payment }: BalancePress) {
    const attempt = await findAttemptByKey(db, user.id, key)
    if (!attempt) return undefined
    const { purpose, amount_cents } = attempt
    if (purpose.kind !== 'BALANCE' || purpose.bookingId !== payment.bookingId || amount_cents !== payment.amount)
      throw new AppError('key-reused')
    return { isNew: false, attempt: { ...attempt, purpose } }
  }

  return {
    kind: 'BALANCE',
    describe: ({ booking_data }) => `Balance, ${describeTrip(booking_data)}`,
    findEarlier: (press) => findEarlier(deps.db, press),

    async begin(press, write) {
      const hasBotToken = await deps.botCheck.verify(press.payment.recaptcha, press.address)
      return withBookingLocked(
        deps,
        () => deps.bookings.get(press.user, press.payment.bookingId),
        async (tx, now, booking) => {
          const earlier = await findEarlier(tx, press)
          if (earlier) return earlier
          // The booking moved to another account before we locked it.
          if (booking.userId !== press.user.id) throw new AppError('booking-not-found')
          const { amount, paymentToken: cardToken, owed: shown } = press.payment
          const bookingId = booking.id
          const { share } = press
          const due = await demandDue(tx, now, booking, share ? { amount, shareId: share.id } : { amount, shown })
          checkByCard(await deps.business.get(tx), due, amount)
          if (share) await demandWholeShare(tx, bookingId, share.id, { amount, shown })
          else await refuseSmallParts(tx, now, bookingId, due, amount)
          if (press.termsVersion) await acceptTerms(tx, now, bookingId, press.termsVersion)
          const { selectedDate, numberOfGuests, packageType, firstName, lastName, phone } = booking
          const email = share?.email ?? booking.email
          const bookingData = { selectedDate, numberOfGuests, packageType, firstName, lastName, email, phone }
          const purpose = { kind: 'BALANCE' as const, bookingId, shareId: share?.id ?? null }
          return write(tx, now, { purpose, amountCents: amount, bookingData, cardToken, hasBotToken })
        },
      )
    },

    answer: (attempt) => toPayment(deps.db, attempt),

    async onCaptured(tx, now, { id, purpose: { bookingId, shareId }, amount_cents, booking_data }) {
      const status = await statusOfBooking(tx, bookingId)
      // PENDING means the deposit was awaited, and a payment can't be less than that.
      const isAwaited = status === 'PENDING'
      const maker = { booking: bookingId, by: 'card' as const }
      const written = {
        says: await saysPaid(tx, { bookingId, shareIds: [shareId], cents: amount_cents, how: 'by card' }),
        params: { attemptId: id },
      }
      if (status === 'CANCELLED') {
        await followChange(tx, now, deps, paid, maker, { ...written, tells: NOBODY })
        return 'too-late'
      }
      if (shareId !== null) {
        await settleShare(tx, bookingId, shareId, amount_cents)
        const [to, params] = [booking_data.email, { attemptId: id, bookingId }]
        // The organizer hears of every share.
        if (to !== (await getEmailOfBooking(tx, bookingId)))
          await enqueueMail(tx, now, { kind: 'payment-receipt', to, params })
      }
      await followMoneyIn(tx, now, deps, paid, { ...maker, isAwaited }, written)
      return undefined
    },

    async onNotPaid(tx, now, { id, purpose: { bookingId }, state, booking_data }) {
      // The page already showed an immediate refusal.
      if (state.is === 'asking') return
      const params = { attemptId: id, bookingId }
      await enqueueMail(tx, now, { kind: 'payment-outcome', to: booking_data.email, params })
    },

    isUnwanted: async ({ purpose: { bookingId } }) => (await statusOfBooking(deps.db, bookingId)) === 'CANCELLED',
  }
}

/**
 * Refuses a card payment above the deposit if the owner takes balances in other ways only.
 * @throws AppError `balance-not-by-card`
 */
export function checkByCard(facts: BusinessFacts, { deposit }: Pick<Due, 'deposit'>, amount: Cents): void {
  if (isPaidByCard(facts) || amount <= deposit) return
  const message = `${errors['balance-not-by-card'].message} Please pay the balance ${waysToPay(facts)}.`
  throw new AppError('balance-not-by-card', { message })
}

/**
 * Refuses card payments of small parts, and of many: each costs the merchant a fixed fee, and a captured cent proves a stolen
 * card. The deposit that is due and everything that is owed always pass (docs/rules.md §3.29).
 * @throws AppError `part-too-small`, `too-many-parts`
 */
async function refuseSmallParts(tx: Db, now: Date, id: number, { owed, deposit }: Due, amount: Cents): Promise<void> {
  if (amount === owed || amount === deposit) return
  if (amount < LEAST_PART) {
    const message = `Please pay at least ${formatCents(Math.min(LEAST_PART, owed))}, or all ${formatCents(owed)} that is owed.`
    throw new AppError('part-too-small', { message, path: 'amount' })
  }
  const parts = await listPartsPaid(tx, id, new Date(now.getTime() - DAY_MS))
  const lastToEnd = parts[PARTS_A_DAY - 1]
  if (lastToEnd)
    throw new AppError('too-many-parts', {
      message: `This booking was paid in ${PARTS_A_DAY} parts today. Please pay all ${formatCents(owed)} that is owed, or call us.`,
      retryAfterSeconds: (lastToEnd.getTime() + DAY_MS - now.getTime()) / 1000,
    })
}

/** The key for clients that send none: a digest of the card token, since keys are stored. */
export const keyOfToken = (paymentToken: string) => `token:${digestOf(paymentToken).toString('base64url')}`

/** @throws AppError `payment-not-found`, for missing payments and other customers' alike */
export async function readPayment(db: Db, user: Payer, id: number): Promise<Payment> {
  const attempt = await findAttempt(db, id)
  if (!attempt || bookingIdOf(attempt.purpose) === null || (user.role !== 'ADMIN' && attempt.user_id !== user.id))
    throw new AppError('payment-not-found')
  return toPayment(db, attempt)
}

const STATUSES = { captured: 'CAPTURED', declined: 'DECLINED', 'not-charged': 'FAILED', voided: 'FAILED' } as const

/** As whoever paid reads it. */
export const statusOf = ({ state }: Pick<Attempt, 'state'>) =>
  state.is === 'asking' || state.is === 'unknown' ? 'PROCESSING' : STATUSES[state.is]

export async function toPayment(db: Db, attempt: Attempt): Promise<Payment> {
  const { id, purpose, amount_cents, state, started_at } = attempt
  return {
    id,
    bookingId: bookingIdOf(purpose)!,
    amount: amount_cents,
    currency: 'USD',
    status: statusOf(attempt),
    createdAt: started_at,
    refundedAmount: await refundedOf(db, id),
    ...(state.is === 'captured' && state.cardBrand && { cardBrand: state.cardBrand }),
    ...(state.is === 'captured' && state.last4 && { last4: state.last4 }),
  }
}
