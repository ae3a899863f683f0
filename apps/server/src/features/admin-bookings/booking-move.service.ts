import type { moveBooking } from '@arcadia/contract/admin/bookings'
import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { formatFullDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/record-change.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.service.ts'
import { moveToDate } from '../bookings/move-booking.service.ts'

/**
 * The owner moves a booking to any bookable date, no matter how soon the trip is (docs/rules.md §18.1). `from` is the date
 * the owner saw; if another device moved the booking first, this one fails. Repeating the same move is a no-op.
 * @throws AppError `booking-not-found`, `booking-changed`, `not-reschedulable`, `payment-in-progress`, `date-not-bookable`,
 * `not-enough-spots`
 */
export async function moveBookingTo(
  deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> },
  admin: SignedIn,
  id: number,
  { from, to }: Input<typeof moveBooking>['body'],
): Promise<AdminBooking> {
  const read = () => deps.bookings.get(admin, id)
  await withBookingLocked(
    deps,
    read,
    async (tx, now, booking) => {
      const { selectedDate, status } = booking
      if (selectedDate === to && from !== to) return
      if (selectedDate !== from)
        throw new AppError('booking-changed', {
          message: `Someone else just moved this booking to ${formatFullDate(selectedDate)}.`,
        })
      const message = NOT_MOVED[status]
      if (message) throw new AppError('not-reschedulable', { message })
      // The deposit's outcome will decide whether this becomes a booking.
      if (status === 'PENDING' && (await isPaymentOpen(tx, id))) throw new AppError('payment-in-progress')
      await moveToDate(tx, now, booking, to, true)
      await recordChange(tx, admin.id, 'booking.moved', id, { selectedDate: from }, { selectedDate: to })
    },
    [to],
  )
  return read()
}

const NOT_MOVED: Partial<Record<BookingStatus, string>> = {
  CANCELLED: "This booking was cancelled, so it can't be moved.",
  COMPLETED: "This trip is marked as completed. If it didn't take place, set it to confirmed first.",
}
