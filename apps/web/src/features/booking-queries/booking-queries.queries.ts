import { createBookingQuery, listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSession } from '../../session/session.tsx'

const QUERIES = ['booking-queries']
/** For a network that lets no stream through. */
const POLL_MS = 60_000

/** The questions about a booking, the latest first; an answer appears while one looks. */
export const queriesOfBooking = (bookingId: number, token: string) =>
  queryOptions({
    queryKey: [...QUERIES, bookingId, token],
    queryFn: ({ signal }) => call(listQueriesOfBooking, { params: { id: bookingId } }, { token, signal }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  })

export function useAsk(bookingId: number) {
  const { token } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (queryMessage: string) =>
      call(createBookingQuery, { body: { bookingId, queryMessage } }, { token: token! }),
    // Not waited for: the question was taken, whether or not the list comes.
    onSuccess: () => void client.invalidateQueries({ queryKey: [...QUERIES, bookingId] }),
  })
}
