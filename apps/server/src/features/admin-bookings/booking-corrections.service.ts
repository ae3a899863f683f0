import type { BookingCorrection } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { quote } from '@arcadia/contract/configuration'
import { formatCents } from '@arcadia/contract/money'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { claimsOfDay } from '../availability/availability.service.ts'
import { correctBooking, recordBookingEvent } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { getFrozenPrices } from '../bookings/frozen-prices.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'
import { type Corrected, describeCorrection, refuseMoreAnglers } from './booking-corrections.rules.ts'

/**
 * Corrects a booking. More anglers need free spots that day; total and deposit are computed at the booking's frozen
 * prices. The account stays the same.
 * @throws AppError `booking-not-found`, `not-enough-spots`, `total-below-paid`, `payment-in-progress`
 */
export async function applyCorrection(
  deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> },
  admin: SignedIn,
  id: number,
  { acceptsOverpayment = false, ...given }: BookingCorrection,
): Promise<AdminBooking> {
  const read = () => deps.bookings.get(admin, id)
  await withBookingLocked(deps, read, async (tx, now, booking) => {
    const before = toCorrected(booking)
    const asked = { ...before, ...given }
    const { total: totalAmount, deposit: depositAmount } = quote(
      await getFrozenPrices(tx, id),
      asked.packageType,
      asked.numberOfGuests,
      asked.riders,
    )
    const isPriced = PRICED.some((name) => asked[name] !== before[name])
    const after: Corrected = isPriced ? { ...asked, totalAmount, depositAmount } : asked
    const changed = (Object.keys(after) as (keyof Corrected)[]).filter((name) => after[name] !== before[name])
    if (changed.length === 0) return
    if (await isPaymentOpen(tx, id)) throw new AppError('payment-in-progress')
    if (isPriced && !acceptsOverpayment) refuseOverpayment(booking, after.totalAmount)
    await takeSpots(tx, now, booking, after.numberOfGuests - before.numberOfGuests)

    await correctBooking(tx, now, id, {
      number_of_guests: after.numberOfGuests,
      package_type: after.packageType,
      riders: after.riders,
      tackle: after.tackle,
      first_name: after.firstName,
      last_name: after.lastName,
      phone: after.phone,
      total_cents: after.totalAmount,
      deposit_cents: after.depositAmount,
    })
    await recordBookingEvent(tx, now, id, 'corrected', describeCorrection(before, after))
    const only = (values: Corrected) => Object.fromEntries(changed.map((name) => [name, onWire(name, values)]))
    await recordChange(tx, admin.id, 'booking.corrected', id, only(before), only(after))
    await enqueueMail(tx, now, {
      kind: 'booking-corrected',
      to: booking.email,
      params: { bookingId: id },
      byStaff: true,
    })
    if (after.numberOfGuests < before.numberOfGuests) await offerFreeSpots(tx, now, booking.selectedDate)
  })
  return read()
}

/** Fields that change the total. */
const PRICED = ['packageType', 'numberOfGuests', 'riders'] as const

function toCorrected(booking: AdminBooking): Corrected {
  const { numberOfGuests, packageType, riders, tackle, firstName, lastName, phone, totalAmount, depositAmount } =
    booking
  return { numberOfGuests, packageType, riders, tackle, firstName, lastName, phone, totalAmount, depositAmount }
}

const onWire = (name: keyof Corrected, values: Corrected) =>
  name === 'totalAmount' || name === 'depositAmount' ? values[name] / 100 : values[name]

/** Offers free spots to the waitlist first. A cancelled booking takes no spots. */
async function takeSpots(
  tx: Db,
  now: Date,
  { status, selectedDate, userId }: AdminBooking & { userId: number },
  more: number,
): Promise<void> {
  if (status === 'CANCELLED' || more <= 0) return
  await offerFreeSpots(tx, now, selectedDate)
  const [config, claims] = [await getConfig(tx), await claimsOfDay(tx, now, selectedDate, userId)]
  const message = refuseMoreAnglers(more, config, claims, formatDayInWords(selectedDate))
  if (message) throw new AppError('not-enough-spots', { message, path: 'numberOfGuests' })
}

/** Makes the owner confirm that the customer will have overpaid. */
function refuseOverpayment({ paidAmount, refundedAmount }: AdminBooking, total: number): void {
  const kept = paidAmount - refundedAmount
  if (total >= kept) return
  throw new AppError('total-below-paid', {
    message: `${formatCents(kept)} has been paid, and the new total is ${formatCents(total)}. That leaves ${formatCents(kept - total)} for you to refund.`,
  })
}
