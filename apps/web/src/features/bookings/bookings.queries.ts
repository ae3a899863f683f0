import { getTrip, listMyBookings } from '@arcadia/contract/trips'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'

/** The customer's own bookings, kept up to date; refetched more often while one waits for its payment. */
export const myBookingsQuery = queryOptions({
  ...queryOf(listMyBookings, {}),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? 10_000 : 60_000),
})

/** The trip of an own booking, as its page shows it. */
export const tripQuery = (id: number) => queryOf(getTrip, { params: { id } })
