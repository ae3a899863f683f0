import type { recordChargeback } from '@arcadia/contract/admin/chargebacks'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { formatFullDate, type TripDate, venueDate, venueInstant } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { followChange, type Runner, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { closeIssues } from '../payments/payments.writes.ts'
import { writeOrder } from './refund-orders.writes.ts'
import { describeAnswer } from './refunds.rules.ts'
import {
  backWithinTotal,
  type Charge,
  insertRefund,
  listCapturedCharges,
  type OrderRow,
  updateOpenOrder,
  updateWonBack,
} from './refunds.store.ts'

const byOwner = { staff: { who: 'the owner', guest: null, owner: null } }

export const chargedBack = toldChange({ name: 'charged-back', by: byOwner, frees: false })
export const chargebackWon = toldChange({ name: 'chargeback-won', by: byOwner, frees: false })

/** What a bank took back of a card payment after a dispute was lost, and gave back when it was won (docs/rules.md §3.43). */
export function createChargebacks(deps: Runner & Pick<Base, 'db' | 'clock'> & { bookings: Pick<Bookings, 'get'> }) {
  return {
    /**
     * No money moves by it. Of several at once for one payment the first is written.
     * @throws AppError `booking-not-found`, `charge-not-found`, `already-charged-back`, `more-than-refundable`,
     * `refund-in-progress`, `payment-in-progress`
     */
    async record(
      user: SignedIn,
      bookingId: number,
      { paymentId, amount, takenOn, description, stillOwes = false }: Input<typeof recordChargeback>['body'],
    ): Promise<AdminBooking> {
      const read = () => deps.bookings.get(user, bookingId)
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        if (await isPaymentOpen(tx, bookingId)) throw new AppError('payment-in-progress')
        const order = await writeOrder(tx, {
          booking_id: bookingId,
          admin_id: user.id,
          kind: 'CHARGED_BACK',
          asked_cents: amount,
          description,
          idempotency_key: null,
          still_owes: stillOwes,
          created_at: now,
        })
        // After the insert, which waits for a refund that is just finishing.
        const charge = (await listCapturedCharges(tx, bookingId)).find(({ id }) => id === paymentId)
        await writeTaken(tx, now, order, charge, { amount, takenOn })
        const answer = booking.status === 'CANCELLED' ? '' : describeAnswer(order, await backWithinTotal(tx, order))
        const maker = { by: 'staff' as const, adminId: user.id, booking }
        await followChange(tx, now, deps, chargedBack, maker, {
          says: `${formatCents(amount)} was taken back by the bank on ${formatFullDate(takenOn)}.${answer}`,
          after: { amount: formatCents(amount), takenOn, description },
        })
      }).catch(refuseTaken('refund_orders_one_in_flight', 'refund-in-progress'))
      return read()
    },

    /** @throws AppError `booking-not-found`, `chargeback-not-found`, `payment-in-progress` */
    async win(user: SignedIn, bookingId: number, orderId: number): Promise<AdminBooking> {
      const read = () => deps.bookings.get(user, bookingId)
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        // A card may be paying what is owed again, which is owed no more.
        if (await isPaymentOpen(tx, bookingId)) throw new AppError('payment-in-progress')
        const cents = await updateWonBack(tx, now, { orderId, bookingId })
        if (cents === undefined) throw new AppError('chargeback-not-found')
        const amount = formatCents(cents)
        const maker = { by: 'staff' as const, adminId: user.id, booking }
        const says = `The dispute was won: the bank gave ${amount} back.`
        await followChange(tx, now, deps, chargebackWon, maker, { says, after: { amount } })
      })
      return read()
    },
  }
}

/**
 * What the bank took of a charge, on the day that its letter says.
 * @throws AppError `charge-not-found`, `already-charged-back`, `more-than-refundable`, `invalid-input`
 */
export async function writeTaken(
  tx: Db,
  now: Date,
  { id: orderId }: OrderRow,
  charge: Charge | undefined,
  { amount, takenOn }: { amount: Cents; takenOn: TripDate },
): Promise<void> {
  if (!charge) throw new AppError('charge-not-found')
  if (charge.isChargedBack) throw new AppError('already-charged-back')
  if (amount > charge.restCents)
    throw new AppError('more-than-refundable', {
      message: `Only ${formatCents(charge.restCents)} of that payment is left.`,
      path: 'amount',
    })
  refuseDay(takenOn, venueDate(charge.takenAt), venueDate(now))
  const noon = venueInstant(takenOn, '12:00')
  await insertRefund(tx, now, {
    order_id: orderId,
    attempt_id: charge.id,
    amount_cents: amount,
    outcome: 'REFUNDED',
    outcome_at: new Date(Math.max(charge.takenAt.getTime(), Math.min(noon.getTime(), now.getTime()))),
  })
  // There is nothing left of it to refund.
  await closeIssues(tx, now, ['attempt_id', charge.id], 'REFUNDED')
  await updateOpenOrder(tx, orderId, { outcome: 'DONE', finished_at: now })
}

function refuseDay(takenOn: string, paidOn: string, today: string): void {
  const refuse = (message: string) => new AppError('invalid-input', { path: 'takenOn', message })
  if (takenOn > today) throw refuse('That day is still to come.')
  if (takenOn < paidOn) throw refuse(`It was paid on ${formatFullDate(paidOn)}, so not before that.`)
}
