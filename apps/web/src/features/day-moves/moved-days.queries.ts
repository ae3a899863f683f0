import { listMovedDays } from '@arcadia/contract/day-moves'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const MOVED_DAYS = ['moved-days']

/** The stream says what changed; this is for a network that lets no stream through. */
const POLL_MS = 60_000

/** The days of the customer's bookings on which the guide cannot go out. */
export const movedDaysQuery = (token: string) =>
  queryOptions({
    queryKey: [...MOVED_DAYS, token],
    queryFn: ({ signal }) =>
      call(listMovedDays, {}, { token, signal, fallback: 'Failed to load what the guide asked you' }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  })
