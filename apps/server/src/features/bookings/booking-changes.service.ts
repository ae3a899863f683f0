import type { Booking, RescheduleEligibility, rescheduleBooking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import { addDays, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { closeCaller } from '../accounts/customer-account.service.ts'
import { blankValues } from '../audit-log/blank-values.ts'
import type { Businesses } from '../business/business.service.ts'
import { tellOwner } from '../owner-notices/tell-owner.service.ts'
import { recordBookingEvent } from './book-hold.service.ts'
import { changeBooking } from './booking-change.ts'
import { EVIDENCE_DAYS, rescheduleEligibility } from './bookings.rules.ts'
import type { Bookings } from './bookings.service.ts'
import { blankBookings, hasNamedBooking, isDayBeingMoved } from './bookings.store.ts'
import { cancelled } from './cancel-booking.service.ts'
import { completeBooking, listTripsBefore } from './due-bookings.store.ts'
import { withBookingLocked } from './lock-booking.service.ts'
import { moveToDate } from './move-booking.service.ts'

/** Changes to existing bookings. */
export function createBookingChanges(
  deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'> & {
    bookings: Pick<Bookings, 'get'>
    business: Pick<Businesses, 'get'>
    /** Erases the personal data that other features keep about a booking. */
    blankOthers(tx: Db, now: Date, bookingIds: readonly number[]): Promise<void>
  },
) {
  const { db, clock, bookings } = deps

  return {
    async eligibility(user: SignedIn, id: number): Promise<RescheduleEligibility> {
      const booking = await bookings.get(user, id)
      const isMoved = await isDayBeingMoved(db, booking.selectedDate)
      return rescheduleEligibility(booking, venueDate(clock.now()), isMoved, await deps.business.get())
    },

    /**
     * Moves a booking with its deposit, under the locks of both days.
     * @throws AppError `not-reschedulable`, `party-differs`, `date-not-bookable`, `not-enough-spots`
     */
    async reschedule(
      user: SignedIn,
      id: number,
      { newSelectedDate, numberOfGuests }: { newSelectedDate: TripDate; numberOfGuests: number },
    ): Promise<Output<typeof rescheduleBooking>> {
      return withBookingLocked(
        deps,
        () => bookings.get(user, id),
        async (tx, now, booking) => {
          const isMoved = await isDayBeingMoved(tx, booking.selectedDate)
          const eligibility = rescheduleEligibility(booking, venueDate(now), isMoved, await deps.business.get(tx))
          if (!eligibility.canReschedule) throw new AppError('not-reschedulable', { message: eligibility.message })
          if (numberOfGuests !== booking.numberOfGuests) throw new AppError('party-differs')
          const oldDate = booking.selectedDate
          await moveToDate(tx, now, booking, newSelectedDate)
          await tellOwner(tx, now, deps.ownerEmail, {
            kind: 'booking-moved-notice',
            params: { bookingId: id, oldDate },
          })
          return { oldDate, newDate: newSelectedDate, numberOfGuests, confirmationNumber: booking.confirmationNumber }
        },
        [newSelectedDate],
      )
    },

    /** Frees the spots. The deposit is not refunded. @throws AppError `not-cancellable`, `payment-in-progress` */
    async cancel(user: SignedIn, id: number): Promise<Booking> {
      const read = () => bookings.get(user, id)
      await changeBooking(deps, cancelled, read, { by: 'guest', asked: {} })
      return read()
    },

    /** Blanks bookings of closed accounts and of callers without email, 24 months after the trip (docs/rules.md §4.10). */
    async blank(): Promise<void> {
      await inTransaction(db, clock, async (tx, now) => {
        const blanked = await blankBookings(tx, now, addDays(venueDate(now), -EVIDENCE_DAYS))
        if (blanked.length === 0) return
        await blankValues(tx, now, 'booking', blanked)
        const ids = blanked.map(({ id }) => id)
        await deps.blankOthers(tx, now, ids)
        for (const { userId } of blanked) await closeCaller(tx, now, userId, () => hasNamedBooking(tx, userId))
      })
    },

    /** Turns CONFIRMED into COMPLETED the morning after the trip, once. Skips called-off days. */
    async complete(): Promise<void> {
      for (const { id, trip_date } of await listTripsBefore(db, venueDate(clock.now())))
        await inTransaction(db, clock, async (tx) => {
          const now = await lockDays(tx, clock, [trip_date])
          if (await completeBooking(tx, now, id, venueDate(now)))
            await recordBookingEvent(tx, now, id, 'completed', 'The trip took place.')
        })
    },
  }
}
