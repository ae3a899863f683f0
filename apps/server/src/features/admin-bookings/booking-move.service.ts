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
 * The owner moves a booking to any date that can be booked, however soon the trip is (docs/rules.md §18.1).
 * `from` is the date the owner saw: of two devices that move it at once the later one is told. The same move, sent again,
 * finds it done.
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
          message: `This booking was moved to ${formatFullDate(selectedDate)} in the meantime.`,
        })
      const message = NOT_MOVED[status]
      if (message) throw new AppError('not-reschedulable', { message })
      // Of a deposit: its outcome is still to say whether this is a booking.
      if (status === 'PENDING' && (await isPaymentOpen(tx, id))) throw new AppError('payment-in-progress')
      await moveToDate(tx, now, booking, to, 'Moved by the guide')
      await recordChange(tx, admin.id, 'booking.moved', id, { selectedDate: from }, { selectedDate: to })
    },
    [to],
  )
  return read()
}

const NOT_MOVED: Partial<Record<BookingStatus, string>> = {
  CANCELLED: "This booking was cancelled, so it can't be moved.",
  COMPLETED: 'This trip has already taken place. If it did not, set it to confirmed first.',
}
