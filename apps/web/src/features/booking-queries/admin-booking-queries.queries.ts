import {
  type AdminBookingQuery,
  type BookingQueryStatus,
  getBookingQuery,
  getBookingQueryStats,
  listBookingQueries,
  listBookingQueriesByStatus,
  searchBookingQueries,
  setBookingQueryStatus,
} from '@arcadia/contract/booking-queries'
import { DEFAULT_PAGE_SIZE, type Page } from '@arcadia/contract/fields'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type ListState, toQuery } from '../../list/list-state.ts'
import { statsQuery } from '../../list/stats-query.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { toast } from '../../ui/toast.tsx'

export const QUERIES_LIST = {
  statuses: ['NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED'],
  sorts: ['name', 'date', 'status', 'created'],
} as const

export type QueriesListState = ListState<BookingQueryStatus, (typeof QUERIES_LIST.sorts)[number]>

export function adminQueriesQuery(token: string, list: QueriesListState) {
  return queryOptions({
    queryKey: ['admin-booking-queries', token, toQuery(list)],
    queryFn: ({ signal }) => fetchQueries(token, list, { page: list.page, size: DEFAULT_PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  })
}

export function fetchQueries(
  token: string,
  list: QueriesListState,
  window: { page: number; size: number },
  signal: AbortSignal,
): Promise<Page<AdminBookingQuery>> {
  const { q, status, sort } = toQuery(list)
  const options = { token, signal }
  if (q) return call(searchBookingQueries, { query: { q, status, sort, ...window } }, options)
  if (status) return call(listBookingQueriesByStatus, { params: { status }, query: { sort, ...window } }, options)
  return call(listBookingQueries, { query: { sort, ...window } }, options)
}

export const adminQueryQuery = (token: string, id: number) =>
  queryOptions({
    queryKey: ['admin-booking-query', token, id],
    queryFn: ({ signal }) => call(getBookingQuery, { params: { id } }, { token, signal }),
  })

export const queryStatsQuery = (token: string) =>
  statsQuery(['admin-booking-query-stats', token], (signal) => call(getBookingQueryStats, {}, { token, signal }))

interface QueryChange {
  status: BookingQueryStatus
  adminResponse?: string
  adminNotes: string
}

export function useQueryStatus(token: string, onDone: (change: QueryChange) => void) {
  const client = useQueryClient()
  return useOptimisticChange<AdminBookingQuery, QueryChange>({
    lists: ['admin-booking-queries', token],
    send: ({ id }, change) => call(setBookingQueryStatus, { params: { id }, body: change }, { token }),
    foresee: (query, change) => ({ ...query, ...change }),
    onDone(query, { change }) {
      client.setQueryData(adminQueryQuery(token, query.id).queryKey, query)
      void client.invalidateQueries({ queryKey: queryStatsQuery(token).queryKey })
      toast('Booking query status updated successfully')
      onDone(change)
    },
  })
}
