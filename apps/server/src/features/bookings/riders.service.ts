import type { AdminBooking, Booking, changeRidersAndTackle } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { quote } from '@arcadia/contract/configuration'
import type { Input } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import { callUs } from '@arcadia/contract/site/business-words'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import type { Businesses } from '../business/business.service.ts'
import { correctBooking, recordBookingEvent } from './book-hold.service.ts'
import { describeRidersAndTackle, refuseChange } from './bookings.rules.ts'
import type { Bookings } from './bookings.service.ts'
import { getFrozenPrices } from './frozen-prices.service.ts'
import { isPaymentOpen, withBookingLocked } from './lock-booking.service.ts'

/**
 * Customers change riders and tackle themselves. Values are absolute, not increments, so the last device wins and a retry is a
 * no-op.
 * @throws AppError `booking-not-found`, `not-changeable`, `total-below-paid`, `payment-in-progress`
 */
export async function changeRiders(
  deps: Pick<Base, 'db' | 'clock'> & { bookings: Pick<Bookings, 'get'>; business: Pick<Businesses, 'get'> },
  user: SignedIn,
  id: number,
  { riders, tackle }: Input<typeof changeRidersAndTackle>['body'],
): Promise<Booking> {
  const read = () => deps.bookings.get(user, id)
  await withBookingLocked(deps, read, async (tx, now, booking) => {
    const business = await deps.business.get(tx)
    const refusal = refuseChange(booking, venueDate(now), business, 'change riders and tackle')
    if (refusal) throw new AppError('not-changeable', { message: refusal })
    const after = { riders: riders ?? booking.riders, tackle: tackle ?? booking.tackle }
    const changed = describeRidersAndTackle(booking, after)
    if (changed.length === 0) return
    if (await isPaymentOpen(tx, id)) throw new AppError('payment-in-progress')
    const isPriced = after.riders !== booking.riders
    const { total } = quote(await getFrozenPrices(tx, id), booking.packageType, booking.numberOfGuests, after.riders)
    if (isPriced) refuseMoneyBack(booking, total, business)

    await correctBooking(tx, now, id, { ...after, ...(isPriced && { total_cents: total }) })
    const money = isPriced ? ` The total is ${formatCents(total)}.` : ''
    await recordBookingEvent(tx, now, id, 'changed', `Changed: ${changed.join(', ')}.${money}`)
    await enqueueMail(tx, now, { kind: 'booking-corrected', to: booking.email, params: { bookingId: id } })
  })
  return read()
}

/** Only the owner refunds. After a partial refund, another rider could come free (docs/rules.md §3.21). */
function refuseMoneyBack({ paidAmount, refundedAmount, totalAmount }: AdminBooking, total: number, business: Business) {
  if (refundedAmount > 0)
    throw new AppError('not-changeable', {
      message: `Part of this booking was refunded, so we'll change the riders for you. ${callUs(business)}`,
    })
  if (total > totalAmount || total >= paidAmount) return
  throw new AppError('total-below-paid', {
    message: `You've paid ${formatCents(paidAmount)}, and the trip would cost ${formatCents(total)}. ${callUs(business)} We'll sort out the difference.`,
  })
}
