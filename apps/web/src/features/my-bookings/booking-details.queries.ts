import { getRescheduleEligibility, listBookingEvents } from '@arcadia/contract/bookings'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MY_BOOKINGS } from '../bookings/bookings.queries.ts'
import { MOVED_DAYS } from '../day-moves/moved-days.queries.ts'

const EVENTS = ['booking-events']

/** What happened to a booking, the latest last. */
export const bookingEventsQuery = (id: number, token: string) =>
  queryOptions({
    queryKey: [...EVENTS, id, token],
    queryFn: ({ signal }) =>
      call(listBookingEvents, { params: { id } }, { token, signal, fallback: 'Failed to load the history' }),
  })

/** Asked afresh each time: it changes with the date, with the booking and at midnight. */
export const eligibilityQuery = (id: number, token: string) =>
  queryOptions({
    queryKey: ['reschedule-eligibility', id, token],
    queryFn: ({ signal }) =>
      call(
        getRescheduleEligibility,
        { params: { id } },
        { token, signal, fallback: 'Failed to load reschedule information' },
      ),
    gcTime: 0,
  })

/** Loads again what the customer's bookings look like, after one of them was changed. */
export function useBookingsReload() {
  const client = useQueryClient()
  return async () => {
    await Promise.all([MY_BOOKINGS, EVENTS, MOVED_DAYS].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
