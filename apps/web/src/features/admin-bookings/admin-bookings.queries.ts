import { getAdminBooking } from '@arcadia/contract/admin-booking-details'
import { listAdminBookings } from '@arcadia/contract/admin-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { DEFAULT_PAGE_SIZE, type Page } from '@arcadia/contract/fields'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type ListState, toQuery } from '../../list/list-state.ts'
import { FOLLOWED } from '../../news/private-news.ts'

export const BOOKINGS_LIST = {
  statuses: ['PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED'],
  sorts: ['name', 'date', 'guests', 'total', 'deposit', 'status'],
} as const

type BookingsListState = ListState<(typeof BOOKINGS_LIST.statuses)[number], (typeof BOOKINGS_LIST.sorts)[number]>

/** A page of bookings that follows what customers do. */
export function adminBookingsQuery(token: string, list: BookingsListState) {
  const query = { ...toQuery(list), size: DEFAULT_PAGE_SIZE }
  return queryOptions({
    queryKey: ['admin-bookings', token, query],
    queryFn: ({ signal }) => fetchBookings(token, query, signal),
    ...FOLLOWED,
    placeholderData: keepPreviousData,
  })
}

/** A booking with all that belongs to it; its key begins like the lists', so that what changes them changes it. */
export function adminBookingQuery(token: string, id: number) {
  return queryOptions({
    queryKey: ['admin-bookings', token, 'one', id],
    queryFn: ({ signal }) => call(getAdminBooking, { params: { id } }, { token, signal }),
    ...FOLLOWED,
  })
}

/** Loads again what a change of a booking leaves behind: its mails and the log of changes. */
export function useTracesReload(token: string) {
  const client = useQueryClient()
  return async () => {
    const traces = ['admin-mails', 'admin-audit-log']
    await Promise.all(traces.map((list) => client.invalidateQueries({ queryKey: [list, token] })))
  }
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
