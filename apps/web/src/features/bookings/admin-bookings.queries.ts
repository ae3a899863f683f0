import { listAdminBookings } from '@arcadia/contract/admin-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { DEFAULT_PAGE_SIZE, type Page } from '@arcadia/contract/fields'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { type ListState, toQuery } from '../../list-state.ts'

const REFRESHED_MS = 15_000

export const BOOKINGS_LIST = {
  statuses: ['PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED'],
  sorts: ['name', 'date', 'guests', 'total', 'deposit', 'status'],
} as const

type BookingsListState = ListState<(typeof BOOKINGS_LIST.statuses)[number], (typeof BOOKINGS_LIST.sorts)[number]>

/** A page of bookings that follows what customers do: on coming back to the window, and every 15 seconds. */
export function adminBookingsQuery(token: string, list: BookingsListState) {
  const query = { ...toQuery(list), size: DEFAULT_PAGE_SIZE }
  return queryOptions({
    queryKey: ['admin-bookings', token, query],
    queryFn: ({ signal }) => fetchBookings(token, query, signal),
    refetchInterval: REFRESHED_MS,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })
}

export async function fetchBookings(
  token: string,
  query: Input<typeof listAdminBookings>['query'],
  signal: AbortSignal,
): Promise<Page<AdminBooking>> {
  const answer = await call(listAdminBookings, { query }, { token, signal })
  if (Array.isArray(answer)) throw new TypeError('A page was asked for')
  return answer
}
