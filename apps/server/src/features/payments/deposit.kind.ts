import type { BookedData } from '@arcadia/contract/booking-data'
import type { BookingStatus } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { type BookingPayment, type BookingPaymentResult, PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import type { Base } from '../../base.ts'
import { type Db, inDayTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { refuseByGuard } from '../availability/availability.service.ts'
import { applyChange, followChange, NOBODY, type Runner } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { bookHold, setBookingStatus, statusOfBooking } from '../bookings/bookings.writes.ts'
import { cancelled } from '../bookings/cancel-booking.service.ts'
import { paid } from '../bookings/money-due.service.ts'
import { lockCovered, recordCovered, takeBackCovered, tellGivers } from '../gift-vouchers/cover-booking.service.ts'
import type { HoldRow } from '../holds/current-hold.ts'
import { endOfHold } from '../holds/hold-end.ts'
import type { Holds } from '../holds/holds.feature.ts'
import { quoteOfHold } from '../holds/holds.rules.ts'
import { findHoldOfPress, findOwnHold, lockHold, releaseHoldOfPress } from '../holds/holds.writes.ts'
import { findAttemptByKey, findLatestAttempt, packageOfBooking, updateAttempt } from './attempts.store.ts'
import type { BotCheck } from './bot-check.ts'
import type { Attempt, Begun, Deposit, Payer, PaymentKind, Press } from './payment-kind.ts'
import { describeDifferences, describeTrip, digestOf, holdIdOf, isOpen, requireKey } from './payments.rules.ts'

interface DepositPress extends Press {
  user: Payer
  payment: BookingPayment
}

type Kind = PaymentKind<Deposit, DepositPress, BookingPaymentResult>

type Deps = Runner &
  Pick<Base, 'db' | 'clock'> & {
    bookings: Pick<Bookings, 'read'>
    botCheck: BotCheck
    holdForPress: Holds['holdForPress']
  }

/** Pays the deposit of a hold, which makes it a booking. One attempt per hold at a time; concurrent requests share its outcome. */
export const depositKind = (deps: Deps): Kind => ({
  kind: 'DEPOSIT',
  describe: ({ booking_data }) => `Deposit, ${describeTrip(booking_data)}`,
  ...pressing(deps),
  ...outcomes(deps),
})

/** What a press on Pay does. */
function pressing(deps: Deps): Pick<Kind, 'findEarlier' | 'begin' | 'answer'> {
  const { db, clock } = deps

  /** The earlier result for a hold already booked or being paid, if the request is the same; the card may differ. */
  async function findEarlier(tx: Db, hold: HoldRow, { user, key, payment }: DepositPress) {
    const sent = key === undefined ? undefined : await findAttemptByKey(tx, user.id, key)
    if (sent && holdIdOf(sent.purpose) !== hold.id) throw new AppError('key-reused')
    const attempt = sent ?? (await findLatestAttempt(tx, hold))
    if (hold.booking_id === null && !sent && !(attempt && isStillSame(attempt, key, payment))) return undefined
    const agreed = attempt?.booking_data ?? {
      ...payment.bookingData,
      packageType: await packageOfBooking(tx, hold.booking_id!),
    }
    refuseDifferences(payment, hold, attempt?.amount_cents ?? 0, agreed)
    return attempt ? { isNew: false, attempt: attempt as Attempt<Deposit> } : booked(hold.booking_id!, false)
  }

  const booked = (bookingId: number, isNew: boolean) => ({ isNew, answer: () => answerBooked(bookingId) })

  async function answerBooked(bookingId: number) {
    const booking = await deps.bookings.read(bookingId)
    return { confirmationNumber: booking.confirmationNumber, booking }
  }

  /** The press's hold with its day locked; placed now if the payment comes without one. */
  async function lockHoldOf(tx: Db, press: DepositPress) {
    const { user, payment } = press
    const { selectedDate: day, numberOfGuests: guests, isPrivate } = payment.bookingData
    const locked =
      payment.holdId === undefined
        ? await deps.holdForPress(tx, { userId: user.id, day, guests, isPrivate, pressKey: requireKey(press) })
        : await lockHold(tx, clock, user.id, payment.holdId)
    if (!locked) throw new AppError('hold-not-found')
    return locked
  }

  return {
    async findEarlier(press) {
      const { user, payment } = press
      const hold =
        payment.holdId === undefined
          ? await findHoldOfPress(db, user.id, requireKey(press))
          : await findOwnHold(db, user.id, payment.holdId)
      return hold && findEarlier(db, hold, press)
    },

    async begin(press, write) {
      const { bookingData, paymentData, recaptcha } = press.payment
      const hasBotToken = await deps.botCheck.verify(recaptcha, press.address)
      return inDayTransaction(db, async (tx): Promise<Begun<Deposit, BookingPaymentResult>> => {
        const { now, hold } = await lockHoldOf(tx, press)
        const earlier = await findEarlier(tx, hold, press)
        if (earlier) return earlier
        const end = await endOfHold(tx, now, hold)
        if (end) throw end.why
        const { deposit } = quoteOfHold(hold, bookingData.packageType, hold.number_of_guests)
        const due = Math.max(0, deposit - (await lockCovered(tx, now, hold, bookingData)))
        refuseDifferences(press.payment, hold, due)
        if (due === 0) {
          const bookingId = await book(tx, now, deps, hold, bookingData, { by: 'covered', status: 'CONFIRMED' })
          await tellGivers(tx, now, bookingId)
          return booked(bookingId, true)
        }
        const cardToken = paymentData.paymentToken
        if (!cardToken)
          throw new AppError('invalid-input', {
            path: 'paymentData.paymentToken',
            message: 'A payment token is required.',
          })
        const purpose = { kind: 'DEPOSIT' as const, holdId: hold.id, bookingId: null }
        const holdUntil = hold.expires_at
        return write(tx, now, { purpose, amountCents: due, bookingData, cardToken, hasBotToken, holdUntil })
      }).catch(refuseByGuard)
    },

    async answer(attempt) {
      const answer = await answerBooked(attempt.purpose.bookingId!)
      return isOpen(attempt) ? { ...answer, status: 'PROCESSING', message: PAYMENT_PROCESSING_MESSAGE } : answer
    },
  }
}

/** What becomes of the hold and the booking by what the provider says. */
function outcomes(deps: Deps): Pick<Kind, 'onCaptured' | 'onNotPaid' | 'onSlow' | 'canFollow' | 'isUnwanted'> {
  return {
    async onCaptured(tx, now, attempt) {
      const { bookingId } = attempt.purpose
      const status = bookingId === null ? 'CONFIRMED' : await statusOfBooking(tx, bookingId)
      const id = bookingId ?? (await bookPaid(tx, now, deps, attempt, 'CONFIRMED'))
      if (status === 'PENDING') await setBookingStatus(tx, now, id, 'CONFIRMED', null)
      const isTooLate = status === 'CANCELLED'
      await followChange(
        tx,
        now,
        deps,
        paid,
        { booking: id, by: 'deposit' },
        {
          says: `Deposit: ${formatCents(attempt.amount_cents)} paid by card.`,
          tells: isTooLate ? NOBODY : undefined,
        },
      )
      if (!isTooLate) {
        await tellGivers(tx, now, id)
        return undefined
      }
      await takeBackCovered(tx, now, deps, id)
      return 'too-late'
    },

    async onNotPaid(tx, now, { id, purpose: { holdId, bookingId }, booking_data }, message) {
      // The hold stays, so the customer can try another card, unless the payment brought it along.
      if (bookingId === null) return releaseHoldOfPress(tx, now, holdId)
      if ((await statusOfBooking(tx, bookingId)) === 'PENDING')
        await applyChange(tx, now, deps, cancelled, { booking: bookingId, by: 'notPaid' }, { says: message })
      await takeBackCovered(tx, now, deps, bookingId)
      const params = { attemptId: id, bookingId }
      await enqueueMail(tx, now, { kind: 'payment-outcome', to: booking_data.email, params })
    },

    /** Creates a PENDING booking that the customer can follow. */
    async onSlow(tx, now, attempt) {
      if (attempt.purpose.bookingId === null) await bookPaid(tx, now, deps, attempt, 'PENDING')
    },
    canFollow: ({ purpose }) => purpose.bookingId !== null,
    isUnwanted: async ({ purpose: { bookingId } }) =>
      bookingId !== null && (await statusOfBooking(deps.db, bookingId)) === 'CANCELLED',
  }
}

/** Consumes the hold and creates the booking in the caller's transaction. */
async function book(
  tx: Db,
  now: Date,
  deps: Pick<Base, 'ownerEmail'>,
  hold: HoldRow,
  data: BookedData,
  how: Parameters<typeof bookHold>[5],
): Promise<number> {
  const bookingId = await bookHold(tx, now, deps, hold, data, how)
  const sum = quoteOfHold(hold, data.packageType, hold.number_of_guests, data.riders)
  await recordCovered(tx, now, hold.id, { bookingId, ...sum })
  return bookingId
}

/** The same, and links the attempt to the booking. */
async function bookPaid(
  tx: Db,
  now: Date,
  deps: Pick<Base, 'ownerEmail'>,
  attempt: Attempt<Deposit>,
  status: BookingStatus,
): Promise<number> {
  const hold = await findOwnHold(tx, attempt.user_id!, attempt.purpose.holdId)
  const bookingId = await book(tx, now, deps, hold!, attempt.booking_data, { by: 'card', status })
  await updateAttempt(tx, attempt.id, { booking_id: bookingId })
  return bookingId
}

/** Whether the request repeats this attempt: it is still open, or without a key the same declined token was sent again. */
function isStillSame(attempt: Attempt, key: string | undefined, { paymentData: { paymentToken } }: BookingPayment) {
  if (isOpen(attempt)) return true
  if (key !== undefined || attempt.state.is !== 'declined' || !paymentToken) return false
  return attempt.card_token_digest?.equals(digestOf(paymentToken))
}

/** Refuses a different date, group, package or amount for the hold, with the right values; nothing is charged. */
function refuseDifferences(...about: Parameters<typeof describeDifferences>): void {
  const details = describeDifferences(...about)
  if (details.length > 0)
    throw new AppError('payment-differs', { message: details.map(({ message }) => message).join(' '), details })
}
