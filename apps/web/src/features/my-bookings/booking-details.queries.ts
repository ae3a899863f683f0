import { getRescheduleEligibility, listBookingEvents } from '@arcadia/contract/bookings'
import { queryOf } from '../../api/query-of.ts'

/** A booking's history, newest last. */
export const bookingEventsQuery = (id: number) =>
  queryOf(listBookingEvents, { params: { id } }, { fallback: 'Failed to load the history' })

/** Never cached: it changes with the date, the booking and midnight. */
export const eligibilityQuery = (id: number) => ({
  ...queryOf(getRescheduleEligibility, { params: { id } }, { fallback: 'Failed to load reschedule information' }),
  gcTime: 0,
})
