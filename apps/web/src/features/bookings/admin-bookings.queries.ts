import { type AdminBooking, listAdminBookings } from '@arcadia/contract/bookings'
import { DEFAULT_PAGE_SIZE, type Page } from '@arcadia/contract/fields'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { type BookingsFilter, toQuery } from './admin-bookings-filter.ts'

const REFRESHED_MS = 15_000

/** A page of bookings that follows what customers do: on coming back to the window, and every 15 seconds. */
export function adminBookingsQuery(token: string, filter: BookingsFilter) {
  return queryOptions({
    queryKey: ['admin-bookings', token, filter],
    queryFn: async ({ signal }): Promise<Page<AdminBooking>> => {
      const query = { ...toQuery(filter), size: DEFAULT_PAGE_SIZE }
      const answer = await call(listAdminBookings, { query }, { token, signal })
      if (Array.isArray(answer)) throw new TypeError('A page was asked for')
      return answer
    },
    refetchInterval: REFRESHED_MS,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })
}
