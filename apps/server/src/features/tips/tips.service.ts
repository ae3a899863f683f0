import type { Input } from '@arcadia/contract/endpoint'
import { type PaidTip, type payTip, type TipAsked, takesTips } from '@arcadia/contract/tips'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { DAY_MS } from '../../clock.ts'
import { AppError } from '../../http/app-error.ts'
import { tipLink } from '../../http/booking-links.ts'
import { hashToken, type SignedIn } from '../../http/sessions.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { DayGuides } from '../day-guides/day-guides.service.ts'
import { keyOfToken, statusOf } from '../payments/balance.kind.ts'
import type { createPay } from '../payments/pay.service.ts'
import type { Attempt, Press } from '../payments/payment-kind.ts'
import type { tipKind } from '../payments/tip.kind.ts'
import { findTipAttempt, listTipsGiven, offerTips, receiptOfTip } from '../payments/tips.writes.ts'
import type { createLookUp } from '../trips/trips.service.ts'
import { findTip, listTipsFor, listTipsOf } from './tips.store.ts'

/** How long a guide reads what came in. */
const OWN_TIPS_MS = 30 * DAY_MS

export function createTips(
  deps: Pick<Base, 'db' | 'clock' | 'encryptionKey' | 'publicUrl'> & {
    bookings: Pick<Bookings, 'get'>
    dayGuides: Pick<DayGuides, 'nameOf'>
    trips: { lookUp: ReturnType<typeof createLookUp> }
    payments: { pay: ReturnType<typeof createPay>; tip: ReturnType<typeof tipKind> }
  },
) {
  const { db, clock, encryptionKey } = deps

  const keyOf = (bookingId: number, key: string) => `tip:${bookingId}:${key}`

  /** @throws AppError `trip-link-invalid`, `tip-closed` */
  async function open(token: string) {
    const { booking } = await deps.trips.lookUp(token)
    if (!takesTips(booking, venueDate(clock.now()))) throw new AppError('tip-closed')
    return { booking, guide: await deps.dayGuides.nameOf(booking.selectedDate) }
  }

  const receiptUrlOf = ({ id, booking_data: { email } }: Attempt) =>
    deps.publicUrl + receiptOfTip(encryptionKey, { id, email })

  const toPaid = (attempt: Attempt): PaidTip => ({
    id: attempt.id,
    amount: attempt.amount_cents,
    status: statusOf(attempt),
    receiptUrl: attempt.state.is === 'captured' ? receiptUrlOf(attempt) : null,
  })

  return {
    /** @throws AppError `trip-link-invalid`, `tip-closed` */
    async ask(token: string): Promise<TipAsked> {
      const { booking, guide } = await open(token)
      return { guide: guide.name, selectedDate: booking.selectedDate, amounts: await offerTips(db, booking) }
    },

    /**
     * Declines count for the trip, whichever of its links the cards came by. A repeat gets the first answer.
     * @throws AppError `trip-link-invalid`, `tip-closed`, and those of any payment
     */
    async pay(press: Omit<Press, 'user'>, { token, ...tip }: Input<typeof payTip>['body']) {
      const { booking: trip, guide } = await open(token)
      const { status, body } = await deps.payments.pay(deps.payments.tip, {
        ...press,
        user: { id: null, role: 'USER' },
        linkHash: hashToken(`tip:${trip.id}`),
        key: keyOf(trip.id, press.key ?? keyOfToken(tip.paymentToken)),
        trip,
        guide,
        tip,
      })
      return { status, body: toPaid(body) }
    },

    /** By the key of the press, which only its payer has. @throws AppError `trip-link-invalid`, `payment-not-found` */
    async read(token: string, key: string | undefined): Promise<PaidTip> {
      const { booking } = await deps.trips.lookUp(token)
      const attempt = await findTipAttempt(db, { key: keyOf(booking.id, key ?? '') })
      if (!attempt) throw new AppError('payment-not-found')
      return toPaid(attempt)
    },

    /** @throws AppError `booking-not-found` */
    async listOf(user: SignedIn, bookingId: number) {
      await deps.bookings.get(user, bookingId)
      return listTipsOf(db, bookingId)
    },

    listOwn: (user: SignedIn) => listTipsFor(db, user.id, new Date(clock.now().getTime() - OWN_TIPS_MS)),

    find: (id: number) => findTip(db, id),

    listGiven: (bookingId: number) => listTipsGiven(db, bookingId),

    /** The tip whose receipt this token opens. */
    findByReceipt: (token: string) => tipLink.find(encryptionKey, token, (id) => findTip(db, id)),
  }
}
