import { type Booking, listMyBookings } from '@arcadia/contract/bookings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const MY_BOOKINGS = ['my-bookings']

/** The stream says what changed; this is for a network that lets no stream through. */
const POLL_MS = 60_000
const PENDING_POLL_MS = 10_000

/** The customer's own bookings, kept up to date; more often while one of them waits for its payment. */
export const myBookingsQuery = (token: string) =>
  queryOptions({
    queryKey: [...MY_BOOKINGS, token],
    queryFn: ({ signal }) => call(listMyBookings, {}, { token, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? PENDING_POLL_MS : POLL_MS),
    refetchOnWindowFocus: 'always',
  })

const isPending = ({ status }: Booking) => status === 'PENDING'
