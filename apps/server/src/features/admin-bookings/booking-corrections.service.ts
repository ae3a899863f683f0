import type { BookingCorrection } from '@arcadia/contract/booking-corrections'
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
import type { Bookings } from '../bookings/bookings.service.ts'
import { addBookingEvent, correctBookingRow, getFrozenPrices, hasOpenAttempt } from '../bookings/bookings.store.ts'
import { withBookingLocked } from '../bookings/lock-booking.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'
import { type Corrected, describeCorrection, refuseMoreAnglers } from './booking-corrections.rules.ts'

export interface BookingCorrections {
  /**
   * What was written down wrong about a booking. More anglers need free spots, on whatever day the trip is; total and
   * deposit follow at the booking's own prices. The account it belongs to stays.
   * @throws AppError `booking-not-found`, `not-enough-spots`, `total-below-paid`, `payment-in-progress`
   */
  correct(admin: SignedIn, id: number, correction: BookingCorrection): Promise<AdminBooking>
}

export function createBookingCorrections(deps: {
  db: Db
  clock: Clock
  bookings: Pick<Bookings, 'get'>
}): BookingCorrections {
  const { bookings } = deps
  return {
    async correct(admin, id, { acceptsOverpayment = false, ...given }) {
      const read = () => bookings.get(admin, id)
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        const before = toCorrected(booking)
        const wished = { ...before, ...given }
        const { total: totalAmount, deposit: depositAmount } = quote(
          await getFrozenPrices(tx, id),
          wished.packageType,
          wished.numberOfGuests,
        )
        const isPriced = wished.packageType !== before.packageType || wished.numberOfGuests !== before.numberOfGuests
        const after: Corrected = isPriced ? { ...wished, totalAmount, depositAmount } : wished
        const changed = (Object.keys(after) as (keyof Corrected)[]).filter((name) => after[name] !== before[name])
        if (changed.length === 0) return
        if (await hasOpenAttempt(tx, id)) throw new AppError('payment-in-progress')
        if (isPriced && !acceptsOverpayment) refuseOverpayment(booking, after.totalAmount)
        await takeSpots(tx, now, booking, after.numberOfGuests - before.numberOfGuests)

        await correctBookingRow(tx, now, id, after)
        await addBookingEvent(tx, now, id, 'corrected', describeCorrection(before, after))
        const only = (values: Corrected) => Object.fromEntries(changed.map((name) => [name, onWire(name, values)]))
        await recordChange(tx, {
          adminId: admin.id,
          action: 'booking.corrected',
          subject: { kind: 'booking', id },
          before: only(before),
          after: only(after),
        })
        await enqueueMail(tx, now, { kind: 'booking-corrected', to: booking.email, params: { bookingId: id } })
        if (after.numberOfGuests < before.numberOfGuests) await offerFreeSpots(tx, now, booking.selectedDate)
      })
      return read()
    },
  }
}

function toCorrected(booking: AdminBooking): Corrected {
  const { numberOfGuests, packageType, firstName, lastName, phone, totalAmount, depositAmount } = booking
  return { numberOfGuests, packageType, firstName, lastName, phone, totalAmount, depositAmount }
}

const onWire = (name: keyof Corrected, values: Corrected) =>
  name === 'totalAmount' || name === 'depositAmount' ? values[name] / 100 : values[name]

/** Who waits for the day comes first. A cancelled booking takes no spots. */
async function takeSpots(tx: Db, now: Date, { status, selectedDate }: AdminBooking, more: number): Promise<void> {
  if (status === 'CANCELLED' || more <= 0) return
  await offerFreeSpots(tx, now, selectedDate)
  const { maxCapacity } = await getConfig(tx)
  const { booked, held } = await claimsOfDay(tx, now, selectedDate)
  const message = refuseMoreAnglers(more, maxCapacity - booked - held, formatDayInWords(selectedDate))
  if (message) throw new AppError('not-enough-spots', { message, details: [{ path: 'numberOfGuests', message }] })
}

/** Nobody is to find out later that money is left over: the owner says first that it is known. */
function refuseOverpayment({ paidAmount, refundedAmount }: AdminBooking, total: number): void {
  const kept = paidAmount - refundedAmount
  if (total >= kept) return
  throw new AppError('total-below-paid', {
    message: `${formatCents(kept)} was paid and the trip would cost ${formatCents(total)}. ${formatCents(kept - total)} would be left over, for you to give back.`,
  })
}
