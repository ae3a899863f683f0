import { getRescheduleEligibility, listBookingEvents } from '@arcadia/contract/bookings'
import { queryOf } from '../../api/query-of.ts'

/** What happened to a booking, the latest last. */
export const bookingEventsQuery = (id: number) =>
  queryOf(listBookingEvents, { params: { id } }, { fallback: 'Failed to load the history' })

/** Asked afresh each time: it changes with the date, with the booking and at midnight. */
export const eligibilityQuery = (id: number) => ({
  ...queryOf(getRescheduleEligibility, { params: { id } }, { fallback: 'Failed to load reschedule information' }),
  gcTime: 0,
})
