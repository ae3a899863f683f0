import type { BookedData } from '@arcadia/contract/booking-data'
import type { Booking } from '@arcadia/contract/bookings'
import type { NewTip } from '@arcadia/contract/tips'
import { formatFullDate } from '@arcadia/contract/trip-date'
import type { output } from 'zod/mini'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import type { BotCheck } from './bot-check.ts'
import type { Attempt, PaymentKind, Press, Tip } from './payment-kind.ts'
import { findBookingOfTip, findTipAttempt, insertTip, lockTipsOf } from './tips.writes.ts'

/** By a link of the trip, whoever is signed in. */
interface TipPress extends Press {
  user: { id: null; role: 'USER' }
  key: string
  trip: Pick<Booking, 'id' | 'selectedDate' | 'numberOfGuests' | 'packageType'>
  guide: { guideId: number | null; name: string | null }
  tip: Omit<output<typeof NewTip>, 'token'>
}

type Kind = PaymentKind<Tip, TipPress, Attempt<Tip>>

/** A tip for the day's guide. Its attempt names no booking, so it is part of none of a booking's sums (docs/rules.md §3.45). */
export function tipKind(deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'> & { botCheck: BotCheck }): Kind {
  const { db, clock } = deps

  async function findEarlier(on: Db, { key, trip, tip }: Pick<TipPress, 'key' | 'trip' | 'tip'>) {
    const attempt = await findTipAttempt(on, { key })
    if (!attempt) return undefined
    if (attempt.amount_cents !== tip.amount || (await findBookingOfTip(on, attempt.id)) !== trip.id)
      throw new AppError('key-reused')
    return { isNew: false, attempt }
  }

  /** By email, whatever came of it, but for a refusal that the page showed. */
  async function tell(tx: Db, now: Date, { id, booking_data }: Attempt<Tip>) {
    const params = { tipId: id, bookingId: (await findBookingOfTip(tx, id))! }
    await enqueueMail(tx, now, { kind: 'tip-outcome', to: booking_data.email, params })
    return params
  }

  return {
    kind: 'TIP',
    describe: ({ booking_data: { selectedDate } }) => `Tip, trip of ${formatFullDate(selectedDate)}`,
    findEarlier: (press) => findEarlier(db, press),

    async begin(press, write) {
      const { trip, guide, tip } = press
      const hasBotToken = await deps.botCheck.verify(tip.recaptcha, press.address)
      return inTransaction(db, clock, async (tx, now) => {
        await lockTipsOf(tx, trip.id)
        const earlier = await findEarlier(tx, press)
        if (earlier) return earlier
        const begun = await write(tx, now, {
          purpose: { kind: 'TIP' },
          amountCents: tip.amount,
          bookingData: dataOf(trip, tip),
          cardToken: tip.paymentToken,
          hasBotToken,
        })
        if ('attempt' in begun)
          await insertTip(tx, { attempt_id: begun.attempt.id, booking_id: trip.id, guide_id: guide.guideId })
        return begun
      })
    },

    answer: async (attempt) => attempt,

    async onCaptured(tx, now, attempt) {
      const params = await tell(tx, now, attempt)
      await tellOwner(tx, now, deps.ownerEmail, { kind: 'tip-paid-notice', params })
      return undefined
    },

    async onNotPaid(tx, now, attempt) {
      if (attempt.state.is !== 'asking') await tell(tx, now, attempt)
    },
  }
}

function dataOf(
  { selectedDate, numberOfGuests, packageType }: TipPress['trip'],
  { name, email }: TipPress['tip'],
): BookedData {
  return { selectedDate, numberOfGuests, packageType, firstName: name, lastName: '', email, phone: '' }
}
