import type { AnglerPayment, payAngler } from '@arcadia/contract/added-anglers'
import type { Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import { partInWords } from '@arcadia/contract/receipts'
import type { Base } from '../../base.ts'
import { type Db, inDayTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { refuseByGuard } from '../availability/availability.service.ts'
import { addAngler, demandJoinable } from '../bookings/add-angler.service.ts'
import { followChange, NOBODY } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { statusOfBooking } from '../bookings/bookings.writes.ts'
import { paid } from '../bookings/money-due.service.ts'
import type { HoldRow } from '../holds/current-hold.ts'
import { endOfHold } from '../holds/hold-end.ts'
import type { Holds } from '../holds/holds.feature.ts'
import {
  consumeAddition,
  findHoldOfPress,
  findOwnHold,
  lockHold,
  releaseHoldOfPress,
  releaseHolds,
} from '../holds/holds.writes.ts'
import { findAttemptByKey, findLatestOfHold } from './attempts.store.ts'
import { toPayment } from './balance.kind.ts'
import type { BotCheck } from './bot-check.ts'
import type { Angler, Attempt, Begun, Payer, PaymentKind, Press } from './payment-kind.ts'
import { describeTrip, holdIdOf, isOpen, requireKey } from './payments.rules.ts'

interface AnglerPress extends Press {
  user: Payer
  bookingId: number
  payment: AnglerPayment
}

type Answered = Output<typeof payAngler>
type Kind = PaymentKind<Angler, AnglerPress, Answered>

type Deps = Pick<Base, 'db' | 'clock' | 'ownerEmail'> & {
  bookings: Pick<Bookings, 'get'>
  botCheck: BotCheck
  holdToAdd: Holds['holdToAdd']
}

/**
 * Pays the deposit of an angler who joins a booking. The booking stays as it is until the capture and grows with it; an unknown
 * outcome keeps the spot (docs/rules.md §2.38).
 */
export const anglerKind = (deps: Deps): Kind => ({
  kind: 'ANGLER',
  describe: ({ booking_data }) => `Deposit for one more angler, ${describeTrip(booking_data)}`,
  ...pressing(deps),
  ...outcomes(deps),
})

/** What a press on Pay does. */
function pressing(deps: Deps): Pick<Kind, 'findEarlier' | 'begin' | 'answer'> {
  const { db, clock } = deps

  /** The earlier attempt of this press, one that is under way for the hold, or what became of the hold. */
  async function findEarlier(tx: Db, hold: HoldRow, press: AnglerPress): Promise<Begun<Angler, Answered> | undefined> {
    if (hold.adds_to !== press.bookingId) throw new AppError('hold-not-found')
    const sent = await findAttemptByKey(tx, press.user.id, requireKey(press))
    if (sent && (holdIdOf(sent.purpose) !== hold.id || sent.amount_cents !== press.payment.amount))
      throw new AppError('key-reused')
    const latest = sent ?? (await findLatestOfHold(tx, hold.id))
    if (latest && (sent || isOpen(latest) || hold.consumed_at))
      return { isNew: false, attempt: latest as Attempt<Angler> }
    return hold.consumed_at ? { isNew: false, answer: nothingDue } : undefined
  }

  /** The press's hold with its day locked; placed now if the payment comes without one. */
  async function lockHoldOf(tx: Db, press: AnglerPress) {
    const { user, bookingId, payment } = press
    if (payment.holdId) {
      const locked = await lockHold(tx, clock, user.id, payment.holdId)
      if (!locked) throw new AppError('hold-not-found')
      return locked
    }
    const { selectedDate: day } = await deps.bookings.get(user, bookingId, tx)
    const placed = { userId: user.id, day, network: null, pressKey: requireKey(press) }
    const { now } = await deps.holdToAdd(tx, placed, async (now) => {
      const { prices } = await demandJoinable(tx, now, { bookingId, userId: user.id, day })
      return { bookingId, prices }
    })
    return { now, hold: (await findHoldOfPress(tx, user.id, placed.pressKey))! }
  }

  return {
    async findEarlier(press) {
      const { user, payment } = press
      const hold = payment.holdId
        ? await findOwnHold(db, user.id, payment.holdId)
        : await findHoldOfPress(db, user.id, requireKey(press))
      return hold && findEarlier(db, hold, press)
    },

    async begin(press, write) {
      const { user, bookingId, payment } = press
      const hasBotToken = await deps.botCheck.verify(payment.recaptcha, press.address)
      return inDayTransaction(db, async (tx): Promise<Begun<Angler, Answered>> => {
        const { now, hold } = await lockHoldOf(tx, press)
        const earlier = await findEarlier(tx, hold, press)
        if (earlier) return earlier
        const end = await endOfHold(tx, now, hold)
        if (end) throw end.why
        const { booking, costs } = await demandJoinable(tx, now, { bookingId, userId: user.id, day: hold.trip_date })
        refuseDifferences(payment, costs)
        if (costs.deposit === 0) {
          await join(tx, now, deps, { bookingId, holdId: hold.id, termsVersion: payment.termsVersion })
          return { isNew: true, answer: nothingDue }
        }
        const cardToken = payment.paymentToken
        if (!cardToken)
          throw new AppError('invalid-input', { path: 'paymentToken', message: 'A payment token is required.' })
        const { selectedDate, packageType, firstName, lastName, email, phone } = booking
        const { numberOfGuests } = costs
        const { termsVersion } = payment
        const guest = { firstName, lastName, email, phone }
        return write(tx, now, {
          purpose: { kind: 'ANGLER', holdId: hold.id, bookingId },
          amountCents: costs.deposit,
          bookingData: { selectedDate, numberOfGuests, packageType, ...guest, termsVersion },
          cardToken,
          hasBotToken,
          holdUntil: hold.expires_at,
        })
      }).catch(refuseByGuard)
    },

    answer: async (attempt) => ({ payment: await toPayment(db, attempt) }),
  }
}

/** What becomes of the booking by what the provider says. */
function outcomes(deps: Deps): Pick<Kind, 'onCaptured' | 'onNotPaid' | 'isUnwanted'> {
  return {
    async onCaptured(tx, now, { purpose: { holdId, bookingId }, booking_data, amount_cents }) {
      const isTooLate = (await statusOfBooking(tx, bookingId)) === 'CANCELLED'
      if (isTooLate) await releaseHolds(tx, now, [holdId])
      else await join(tx, now, deps, { bookingId, holdId, termsVersion: booking_data.termsVersion })
      const what = partInWords({ isAngler: true, share: null })
      const says = `${what}: ${formatCents(amount_cents)} paid by card.`
      await followChange(tx, now, deps, paid, { booking: bookingId, by: 'angler' }, { says, tells: NOBODY })
      return isTooLate ? 'too-late' : undefined
    },

    async onNotPaid(tx, now, { id, purpose: { holdId, bookingId }, state, booking_data }) {
      // The hold stays, so the guest can try another card, unless the payment brought it along.
      await releaseHoldOfPress(tx, now, holdId)
      // The page already showed an immediate refusal.
      if (state.is === 'asking') return
      const params = { attemptId: id, bookingId }
      await enqueueMail(tx, now, { kind: 'payment-outcome', to: booking_data.email, params })
    },

    isUnwanted: async ({ purpose: { bookingId } }) => (await statusOfBooking(deps.db, bookingId)) === 'CANCELLED',
  }
}

/** The hold becomes a spot of the booking. */
async function join(
  tx: Db,
  now: Date,
  deps: Pick<Base, 'ownerEmail'>,
  { bookingId, holdId, termsVersion }: { bookingId: number; holdId: string; termsVersion: string | undefined },
): Promise<void> {
  await addAngler(tx, now, deps, bookingId, termsVersion)
  await consumeAddition(tx, now, holdId)
}

const nothingDue = async (): Promise<Answered> => ({ payment: null })

/** Refuses another deposit or total than the booking's, with the right one; nothing is charged. */
function refuseDifferences(
  { amount, totalAmount }: AnglerPayment,
  costs: { deposit: number; totalAmount: number },
): void {
  if (amount !== costs.deposit)
    throw new AppError('payment-differs', {
      path: 'amount',
      message: `The deposit for one more angler is ${formatCents(costs.deposit)}.`,
    })
  if (totalAmount !== costs.totalAmount)
    throw new AppError('payment-differs', {
      path: 'totalAmount',
      message: `With one more angler, the total is now ${formatCents(costs.totalAmount)}.`,
    })
}
