import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatFullDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { AppError } from '../../http/app-error.ts'
import { refuseDate } from '../availability/availability.service.ts'
import { refuseWhileGrowing } from './add-angler.service.ts'
import { awaitOnDay } from './awaited-deposits.service.ts'
import { bookingChange } from './booking-change.writes.ts'
import { rescheduleEligibility } from './bookings.rules.ts'
import { byStaff } from './bookings.writes.ts'
import { moveBooking } from './change-bookings.store.ts'
import { undoNoShow } from './forgiven.writes.ts'

interface Move {
  to: TripDate
  /** The date that the owner saw: if another device moved the booking first, this one fails. */
  from?: TripDate
  /** The group that the guest saw. */
  numberOfGuests?: number
}

/**
 * Moves a booking with its deposit to another open date, whose waitlist comes first (docs/rules.md §2.11). Staff moves it however
 * soon the trip is (docs/rules.md §18.1).
 * @throws AppError `not-reschedulable`, `party-differs`, `booking-changed`, `date-not-bookable`, `not-enough-spots`, `not-private`
 */
export const rescheduled = bookingChange<'guest' | 'staff', Move>({
  name: 'rescheduled',
  by: {
    guest: { who: 'the guest', guest: 'booking-rescheduled', owner: 'booking-moved-notice' },
    staff: { who: 'the owner or the office', guest: 'booking-rescheduled', owner: null },
  },
  whileAwaited: 'deposit-awaited',
  frees: true,
  enters: ({ to }) => [to],
  isDone: ({ booking, asked: { from, to } }) => from !== undefined && from !== to && booking.selectedDate === to,
  async refuse({ now, booking, by, business }) {
    if (by === 'staff') {
      const message = whyNotMoved(booking)
      return message ? new AppError('not-reschedulable', { message }) : undefined
    }
    const { canReschedule, message } = rescheduleEligibility(booking, venueDate(now), await business())
    return canReschedule ? undefined : new AppError('not-reschedulable', { message })
  },
  // The deposit's outcome decides whether it becomes a booking.
  waitsForPayment: ({ booking }) => booking.status === 'PENDING',
  async write({ tx, now, booking, by, adminId, asked: { from, to, numberOfGuests } }) {
    const { id, selectedDate: oldDate, userId } = booking
    await refuseWhileGrowing(tx, id)
    if (from !== undefined && from !== oldDate)
      throw new AppError('booking-changed', {
        message: `Someone else just moved this booking to ${formatFullDate(oldDate)}.`,
      })
    if (numberOfGuests !== undefined && numberOfGuests !== booking.numberOfGuests) throw new AppError('party-differs')
    if (to === oldDate)
      throw new AppError('date-not-bookable', { message: `The booking is already on ${formatFullDate(oldDate)}.` })
    const refusal = await refuseDate(tx, now, to, booking)
    if (refusal) throw refusal
    await moveBooking(tx, now, id, to)
    if (booking.outcome === 'CALLED_OFF') await awaitOnDay(tx, now, id, to)
    // A booking that moved is on.
    const balance = await undoNoShow(tx, now, id, adminId ?? userId)
    const moved = by === 'staff' ? `Moved ${await byStaff(tx, adminId)}` : 'Moved'
    return {
      says: `${moved} from ${formatFullDate(oldDate)} to ${formatFullDate(to)}.${balance.says}`,
      before: { selectedDate: oldDate },
      after: { selectedDate: to, ...balance.after },
      params: { oldDate },
    }
  },
})

function whyNotMoved({ status, outcome }: Pick<AdminBooking, 'status' | 'outcome'>): string | undefined {
  if (status === 'CANCELLED') return "This booking was canceled, so it can't be moved."
  if (status !== 'COMPLETED') return undefined
  return outcome === 'NO_SHOW'
    ? "They didn't come. To give them another date anyway, set the booking to confirmed first."
    : "This trip is marked as completed. If it didn't take place, set it to confirmed first."
}
